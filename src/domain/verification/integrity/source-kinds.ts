/** Kinds of files by their endings, as far as they say what is a judge. */

const CODE =
  /\.([cm]?[jt]sx?|py|pyw|rb|go|rs|java|kts?|scala|groovy|cs|fs|vb|swift|dart|php|exs?|erl|hs|ml|clj[cs]?|lua|p[lm]|r|jl|c|cc|cpp|cxx|h|hh|hpp|m|mm|vue|svelte|zig|nim)$/i;
const COMPILED =
  /\.(go|rs|java|kts?|scala|groovy|cs|fs|vb|swift|dart|hs|c|cc|cpp|cxx|h|hh|hpp|m|mm|zig|nim)$/i;
const SHELL =
  /\.(sh|bash|zsh|fish|ksh|bats|ps1|bat|cmd|awk|sed|mk|just|expect|tcl)$|(^|\/)(GNU)?[Mm]akefile$|(^|\/)[Jj]ustfile$/i;
const DOCUMENT =
  /\.(md|mdx|rst|adoc|asciidoc|pdf|docx?|odt|png|jpe?g|gif|svg|ico|webp|woff2?|ttf)$|(^|\/)(readme|licen[cs]e|copying|notice|authors|contributors|changelog|changes|history|news|codeowners)([.-][^/]*)?$/i;

/** A source of a programming language, shells aside. */
export function isCode(path: string): boolean {
  return CODE.test(path);
}

/** A source of a language whose files are built together: all that is no test is the program. */
export function isCompiled(path: string): boolean {
  return COMPILED.test(path);
}

/** A script of a shell or of a tool that runs commands, by its ending or by its first line. */
export function isScript(path: string, text = ''): boolean {
  return SHELL.test(path) || (!CODE.test(path) && text.startsWith('#!'));
}

/** True for texts that people read, and for pictures: reading them decides nothing. */
export function isDocument(path: string): boolean {
  return DOCUMENT.test(path);
}

/** True for files that are neither code nor a script nor a document. */
export function isData(path: string, text = ''): boolean {
  return !isCode(path) && !isScript(path, text) && !isDocument(path);
}
