import { folded } from './tokens';

export type KnownFolder = 'desktop' | 'documents' | 'downloads' | 'pictures' | 'music' | 'videos';

/** Names that desktops give these folders: the translations of xdg-user-dirs, and what people call them. */
const NAMES: Readonly<Record<KnownFolder, string>> = {
  desktop:
    'Desktop|바탕화면|바탕 화면|데스크톱|데스크탑|桌面|デスクトップ|Bureau|Schreibtisch|Escritorio|Scrivania|Área de Trabalho|' +
    'Ambiente de Trabalho|Bureaublad|Skrivbord|Skrivebord|Työpöytä|Pulpit|Plocha|Asztal|Рабочий стол|Стільниця|' +
    'Робочий стіл|Masaüstü|Επιφάνεια εργασίας|Màn hình nền|سطح المكتب|שולחן העבודה|เดสก์ท็อป|Работен плот|' +
    'Radna površina|Namizje|Töölaud|Darbvirsma|Darbastalis|Escriptori|Mahaigaina|Радна површ',
  documents:
    'Documents|문서|내 문서|文档|我的文档|文件資料|ドキュメント|文書|Dokumente|Documentos|Documenti|Documenten|Dokument|' +
    'Dokumenter|Asiakirjat|Dokumenty|Dokumentumok|Документы|Документи|Belgeler|Έγγραφα|Documente|Tài liệu|Dokumen|' +
    'المستندات|מסמכים|เอกสาร|Dokumenti|Dokumendid|Dokumentai|Dokumentuak|My Documents',
  downloads:
    'Downloads|Download|다운로드|다운로드 폴더|下载|下載|ダウンロード|Téléchargements|Descargas|Scaricati|Transferências|' +
    'Hämtningar|Hentet|Overførsler|Nedlastinger|Lataukset|Pobrane|Stažené|Letöltések|Загрузки|Завантаження|' +
    'İndirilenler|Λήψεις|Descărcări|Tải xuống|Tải về|Unduhan|التنزيلات|הורדות|ดาวน์โหลด|Изтегляния|Preuzimanja|Baixades',
  pictures:
    'Pictures|사진|그림|图片|圖片|ピクチャ|画像|Images|Bilder|Imágenes|Immagini|Imagens|Afbeeldingen|Billeder|Kuvat|' +
    'Obrazy|Obrázky|Képek|Изображения|Зображення|Resimler|Εικόνες|Imagini|Poze|Hình ảnh|Gambar|الصور|תמונות|รูปภาพ|' +
    'Slike|Imatges|My Pictures',
  music:
    'Music|음악|音乐|音樂|ミュージック|音楽|Musique|Musik|Música|Musica|Muziek|Musikk|Musiikki|Muzyka|Hudba|Zene|' +
    'Музыка|Музика|Müzik|Μουσική|Muzică|Nhạc|الموسيقى|מוזיקה|เพลง|Glazba|My Music',
  videos:
    'Videos|Video|동영상|비디오|视频|影片|視訊|ビデオ|動画|Vidéos|Vídeos|Videor|Videoer|Videot|Wideo|Videa|Videók|' +
    'Видео|Відео|Videolar|Βίντεο|فيديو|וידאו|วิดีโอ|My Videos|Movies',
};

const KIND_OF = kindsByName();
const LONGEST_FIRST = [...KIND_OF.keys()].sort((one, other) => other.length - one.length);

function kindsByName(): ReadonlyMap<string, KnownFolder> {
  return new Map(
    Object.entries(NAMES).flatMap(([kind, names]) =>
      names.split('|').map((name) => [folded(name), kind as KnownFolder] as const),
    ),
  );
}

/** The folder of every desktop that a name stands for, in any language: `바탕화면` is the desktop. */
export function knownFolderOf(name: string): KnownFolder | undefined {
  return KIND_OF.get(folded(name));
}

/** The first name of such a folder in a folded description; `from` to `to` are its places. */
export function knownNameIn(text: string): { kind: KnownFolder; from: number; to: number } | undefined {
  let best: { kind: KnownFolder; from: number; to: number } | undefined;
  for (const name of LONGEST_FIRST) {
    const from = text.indexOf(name);
    const kind = KIND_OF.get(name);
    if (from < 0 || !kind || (best && best.from <= from)) continue;
    if (isWholeWord(text, from, from + name.length)) best = { kind, from, to: from + name.length };
  }
  return best;
}

/** Words of alphabets end at others' letters; scripts without blanks have no ends. */
function isWholeWord(text: string, from: number, to: number): boolean {
  const isAlphabet = (character = '') => /[\p{L}\p{N}]/u.test(character) && character < '\u0e00';
  const touches = (one = '', other = '') => isAlphabet(one) && isAlphabet(other);
  return !touches(text[from - 1], text[from]) && !touches(text[to - 1], text[to]);
}
