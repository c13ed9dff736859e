/** Style of all pages: one quiet column, the colours of the system, light or dark. Its contrasts are those of WCAG AA. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fbfaf8;--card:#fff;--ink:#23211d;--soft:#625d54;--line:#e4e0d8;--link:#1f5a8c;
--good:#1c6b3a;--bad:#a3262c;--wait:#865200;--add:#e4f4e7;--del:#fbe7e6;--ins:#a9dcb4;--gone:#f3b8b5;--gold:#b78a2e}
@media (prefers-color-scheme:dark){:root{--bg:#171614;--card:#201f1c;--ink:#e9e5dc;--soft:#aaa498;--line:#37342f;--link:#8fc1ee;
--good:#7fd098;--bad:#f39a96;--wait:#e8b45c;--add:#16301e;--del:#3a1d1c;--ins:#2a5f38;--gone:#74322f;--gold:#d3a94f}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC",sans-serif}
body>header,main,body>footer{max-width:60rem;margin:0 auto;padding:0 1.25rem}
body>header{padding-top:1.25rem;color:var(--soft);font-size:.9rem;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:baseline}
body>header b{color:var(--ink);letter-spacing:.02em}body>header b::before{content:"";display:inline-block;width:.7em;height:.16em;background:var(--gold);margin-right:.5em;vertical-align:.3em;transform:rotate(-35deg)}
body>footer{padding-top:1rem;padding-bottom:3rem;color:var(--soft);font-size:.85rem}
a{color:var(--link)}
h1{font-size:1.55rem;line-height:1.25;font-weight:650;margin:1.1rem 0 .35rem;overflow-wrap:anywhere}
h2{font-size:1.05rem;font-weight:650;margin:2.2rem 0 .6rem}
h3{font-size:1rem;font-weight:600;margin:1rem 0 .3rem;overflow-wrap:anywhere}
p{margin:.35rem 0;overflow-wrap:anywhere}
ul,ol{margin:.35rem 0;padding-left:1.2rem}li{overflow-wrap:anywhere}
code,pre,textarea{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono",monospace;font-size:13px;line-height:1.5}
code{overflow-wrap:anywhere;font-size:.88em;line-height:inherit}.d,summary code{font-size:13px}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0;padding:.75rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:8px}
.soft{color:var(--soft)}.good{color:var(--good)}.bad{color:var(--bad)}.wait{color:var(--wait)}
.stand{display:inline-block;font-weight:600;font-size:.9rem;border:1px solid currentColor;border-radius:999px;padding:.05rem .7rem;margin:.3rem 0}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.8rem 1.1rem;margin:.7rem 0}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:.8rem 0}
dl.facts dt{color:var(--soft)}dl.facts dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th{font-weight:600;text-align:left;color:var(--soft)}
th,td{padding:.38rem .9rem .38rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
tr:last-child td{border-bottom:0}
.log{list-style:none;padding:0}.log li{display:grid;grid-template-columns:5.5rem 1fr;gap:.9rem;padding:.16rem 0}
.log time{color:var(--soft);text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.log span{white-space:pre-line}
.log .key{font-weight:600}.log.now li{grid-template-columns:1fr}
details>summary{cursor:pointer;overflow-wrap:anywhere}
details.file{background:var(--card);border:1px solid var(--line);border-radius:10px;margin:.6rem 0;overflow:hidden}
details.file>summary{padding:.5rem 1rem}
.d{display:block;border-top:1px solid var(--line);padding:.35rem 0}
.d span{display:block;padding:0 1rem 0 4.2rem;white-space:pre-wrap;overflow-wrap:anywhere;text-indent:-3.4rem;min-height:1.5em}
.d span::before{content:attr(data-n);display:inline-block;width:2.6rem;margin-right:.8rem;text-align:right;color:var(--soft);text-indent:0}
.d .a{background:var(--add)}.d .r{background:var(--del)}.d .h{color:var(--soft)}
ins,del{text-decoration:none;border-radius:3px}.d ins{background:var(--ins)}.d del{background:var(--gone)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:1rem}.two>div{min-width:0}
.tree,.tree ul{list-style:none;padding-left:1rem;margin:0}.tree{padding-left:0}.tree li{font-size:.92rem}
form{margin:.8rem 0}button,input{font:inherit}button,input,textarea{color:inherit}
button{background:var(--card);border:1px solid var(--soft);border-radius:8px;padding:.4rem 1.1rem;cursor:pointer;margin:.3rem .4rem .3rem 0}
button.yes{background:var(--good);border-color:var(--good);color:var(--bg);font-weight:600}
input[type=text],input[type=number],textarea{width:100%;background:var(--bg);border:1px solid var(--soft);border-radius:8px;padding:.45rem .6rem}
label{display:block;margin:.5rem 0 .2rem}
label.pick{display:flex;gap:.6rem;align-items:baseline}
:focus-visible{outline:3px solid var(--gold);outline-offset:2px}
.bars{display:grid;grid-template-columns:repeat(14,1fr);gap:.35rem;align-items:start;list-style:none;padding:0;margin:.6rem 0}
.bars li{font-size:.72rem;color:var(--soft);text-align:center;min-width:0}
.bars svg{display:block;width:100%;height:64px}
.bars .ok{fill:var(--good)}.bars .no{fill:var(--bad)}.bars .other{fill:var(--soft)}
@media (max-width:40rem){body{font-size:15px}.two{grid-template-columns:1fr}.log li{grid-template-columns:3.4rem 1fr;gap:.7rem}
dl.facts{grid-template-columns:1fr;gap:0}dl.facts dd{margin-bottom:.5rem}.bars{grid-template-columns:repeat(7,1fr)}
.rows thead{position:absolute;clip-path:inset(50%)}.rows tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}.rows td{display:block;border:0;padding:.05rem 0}.rows td.n{text-align:left}.rows td:not(:empty)::before{content:attr(data-head) " ";color:var(--soft)}
.d span{padding-left:3rem;text-indent:-2.6rem}.d span::before{width:2rem;margin-right:.6rem}}
@media print{body{background:#fff}details.file{break-inside:avoid}}
`;
