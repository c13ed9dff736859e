const ts=require('./node_modules/typescript'); const fs=require('fs'); const path=require('path');
process.chdir('.');
const cfg=ts.parseJsonConfigFileContent(ts.readConfigFile('tsconfig.json',ts.sys.readFile).config,ts.sys,process.cwd());
const prog=ts.createProgram(cfg.fileNames,{...cfg.options,noEmit:true}); const ck=prog.getTypeChecker();
const edits=new Map(); // file -> Map(pos -> {start,end,text})
const need=new Map();
function own(f){return /\/work\/wt-house\/(test|bench|examples)\//.test(f)}
function add(sf,start,end,text,name){ if(!edits.has(sf.fileName))edits.set(sf.fileName,new Map()); const m=edits.get(sf.fileName); for(const e of m.values()) if(start<e.end&&end>e.start) return; m.set(start,{start,end,text}); if(!need.has(sf.fileName))need.set(sf.fileName,new Set()); need.get(sf.fileName).add(name)}
function wrap(n,fn){const sf=n.getSourceFile(); const t=n.getText(); if(ts.isShorthandPropertyAssignment(n.parent)&&n.parent.name===n){add(sf,n.getStart(),n.getEnd(),`${t}: ${fn}(${t})`,fn);return} add(sf,n.getStart(),n.getEnd(),`${fn}(${t})`,fn)}
function strNode(type){ // find string keyword in type node (string, Promise<string>, string[]...)
  if(!type) return; if(type.kind===ts.SyntaxKind.StringKeyword) return type;
  if(ts.isTypeReferenceNode(type)&&type.typeArguments&&['Promise','Set','ReadonlySet'].includes(type.typeName.getText())) return strNode(type.typeArguments[0]);
  if(ts.isTypeReferenceNode(type)&&type.typeArguments&&['Map','ReadonlyMap'].includes(type.typeName.getText())) return strNode(type.typeArguments[type.typeArguments.length-1]);
  if(ts.isUnionTypeNode(type)) return type.types.map(strNode).find(Boolean);
  if(ts.isArrayTypeNode(type)) return strNode(type.elementType);
  if(ts.isTypeOperatorNode(type)) return strNode(type.type);
}
function isOk(t){return (t.flags&ts.TypeFlags.String)||(t.flags&ts.TypeFlags.StringLiteral)||(t.isUnion&&t.isUnion()&&t.types.every(x=>(x.flags&(ts.TypeFlags.StringLike|ts.TypeFlags.Undefined))||(x.isIntersection&&x.isIntersection())))||(t.isIntersection&&t.isIntersection())||(t.flags&ts.TypeFlags.TemplateLiteral)}
function fix(n,kind,depth=0){
  const fn=kind==='TreeHash'?'asTree':'asBlob';
  while(ts.isParenthesizedExpression(n)||ts.isAsExpression(n)) n=n.expression;
  if(depth>6) return wrap(n,fn);
  const sf=n.getSourceFile(); if(!own(sf.fileName)) return;
  if(ts.isBinaryExpression(n)&&n.operatorToken.kind===ts.SyntaxKind.QuestionQuestionToken&&ts.isStringLiteral(n.right)){ wrap(n.right,fn); return}
  if(ts.isConditionalExpression(n)){ for(const x of [n.whenTrue,n.whenFalse]) if(ck.getTypeAtLocation(x).flags&ts.TypeFlags.StringLike) fix(x,kind,depth+1); return}
  if(ts.isAwaitExpression(n)) { return fixCallOr(n.expression,kind,n,fn,depth)}
  if(ts.isCallExpression(n)) return fixCallOr(n,kind,n,fn,depth);
  let sym;
  if(ts.isIdentifier(n)) sym=ts.isShorthandPropertyAssignment(n.parent)&&n.parent.name===n?ck.getShorthandAssignmentValueSymbol(n.parent):ck.getSymbolAtLocation(n);
  else if(ts.isPropertyAccessExpression(n)) sym=ck.getSymbolAtLocation(n.name);
  if(sym&&sym.flags&ts.SymbolFlags.Alias) sym=ck.getAliasedSymbol(sym);
  const d=sym&&sym.declarations&&sym.declarations[0];
  if(d&&own(d.getSourceFile().fileName)&&!d.getSourceFile().fileName.includes('fixtures')){
    const s=strNode(d.type);
    if(s){add(d.getSourceFile(),s.getStart(),s.getEnd(),kind,kind);return}
    if(ts.isBindingElement(d)&&d.initializer&&ts.isStringLiteral(d.initializer)) return wrap(d.initializer,fn);
    if(ts.isBindingElement(d)&&!d.initializer){ // from parameter pattern with type literal
      const pat=d.parent.parent; const nm=(d.propertyName||d.name).getText();
      if(ts.isParameter(pat)&&pat.type&&ts.isTypeLiteralNode(pat.type)){ const m=pat.type.members.find(x=>x.name&&x.name.getText()===nm); const s=m&&strNode(m.type); if(s){add(d.getSourceFile(),s.getStart(),s.getEnd(),kind,kind);return}}
    }
    if(ts.isVariableDeclaration(d)&&d.initializer&&!d.type&&!ts.isObjectBindingPattern(d.name)) { if(isOk(ck.getTypeAtLocation(d.initializer))&&ck.getTypeAtLocation(d.initializer).flags&ts.TypeFlags.StringLike||ts.isAwaitExpression(d.initializer)) return fix(d.initializer,kind,depth+1)}
    if(ts.isPropertyAssignment(d)) return fix(d.initializer,kind,depth+1);
  }
  wrap(n,fn);
}
function fixCallOr(c,kind,n,fn,depth){
  if(ts.isCallExpression(c)){
    const sig=ck.getResolvedSignature(c); const d=sig&&sig.declaration;
    if(d&&own(d.getSourceFile().fileName)){ const s=strNode(d.type); if(s){add(d.getSourceFile(),s.getStart(),s.getEnd(),kind,kind);return}
      if(ts.isArrowFunction(d)&&!ts.isBlock(d.body)&&!d.type&&isOk(ck.getTypeAtLocation(d.body))) return fix(d.body,kind,depth+1);
    }
  }
  wrap(n,fn);
}
function exprAt(sf,start,len){ let best; (function v(n){ if(n.getStart(sf)<=start&&n.getEnd()>=start+len){ if(n.getStart(sf)===start&&n.getEnd()===start+len&&!best) best=n; ts.forEachChild(n,v);} })(sf); return best}
let skipped=0;
for(const sf of prog.getSourceFiles()){ if(!own(sf.fileName)||sf.fileName.includes('node_modules')) continue;
  for(const dg of prog.getSemanticDiagnostics(sf)){
    if(![2345,2322,2769].includes(dg.code)) {continue}
    const msg=ts.flattenDiagnosticMessageText(dg.messageText,'\n'); if(!/\$brand/.test(msg)) continue;
    const lines=msg.split('\n'); const last=[...lines].reverse().find(l=>/to (type|parameter of type) '[^']*\$brand/.test(l)); if(!last){skipped++;continue}
    const kind=/to (?:type|parameter of type) '.*TreeHash/.test(last)?'TreeHash':'BlobHash';
    let n=exprAt(sf,dg.start,dg.length); if(!n){skipped++;console.log('no node',sf.fileName,dg.start);continue}
    if(n.parent&&ts.isPropertyAssignment(n.parent)&&n.parent.name===n) n=n.parent.initializer;
    if(ts.isPropertyAssignment(n)) n=n.initializer;
    if(ts.isShorthandPropertyAssignment(n)) n=n.name;
    if(ts.isReturnStatement(n)&&n.expression) n=n.expression;
    if(ts.isIdentifier(n)&&n.parent&&(ts.isVariableDeclaration(n.parent)||ts.isPropertyDeclaration(n.parent))&&n.parent.name===n&&n.parent.initializer) n=n.parent.initializer;
    const t=ck.getTypeAtLocation(n);
    if(!ts.isExpression(n)||!isOk(t)){skipped++; const p=sf.getLineAndCharacterOfPosition(dg.start); console.log('skip',path.relative('.',sf.fileName)+':'+(p.line+1),ts.SyntaxKind[n.kind],last.trim().slice(0,120));continue}
    fix(n,kind);
  }}
for(const [f,m] of edits){ let s=fs.readFileSync(f,'utf8'); for(const e of [...m.values()].sort((a,b)=>b.start-a.start)) s=s.slice(0,e.start)+e.text+s.slice(e.end); fs.writeFileSync(f,s)}
console.log('files',edits.size,'edits',[...edits.values()].reduce((a,b)=>a+b.size,0),'skipped',skipped);
