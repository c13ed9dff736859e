"""reads tsc output; adds missing imports of names"""
import re,sys,os
MAP={'BlobHash':'src/domain/ids','TreeHash':'src/domain/ids','hashAt':'src/store/hash','blobHashOf':'test/support/hashes','treeHashOf':'test/support/hashes','asBlob':'test/support/hashes','asTree':'test/support/hashes'}
TYPES={'BlobHash','TreeHash'}
need={}
for l in open(sys.argv[1]):
    m=re.match(r"([^(]+)\(\d+,\d+\): error TS(2304|2552|2693|1361|18004): (?:Cannot find name '(\w+)'|No value exists in scope for the shorthand property '(\w+)')",l)
    if m and (m[3] or m[4]) in MAP: need.setdefault(m[1],set()).add(m[3] or m[4])
for f,names in need.items():
    s=open(f).read()
    bymod={}
    for n in names: bymod.setdefault(MAP[n],set()).add(n)
    for mod,ns in bymod.items():
        rel=os.path.relpath(mod,os.path.dirname(f))
        if not rel.startswith('.'): rel='./'+rel
        m=re.search(r"import (type )?\{([^}]*)\} from '"+re.escape(rel)+"';",s)
        if m:
            old=[x.strip() for x in m[2].split(',') if x.strip()]
            if m[1]: new=old+[n for n in ns]; kw='type '
            else: new=old+[('type '+n if n in TYPES else n) for n in ns]; kw=''
            new.sort(key=lambda x:x.replace('type ','').lower())
            s=s.replace(m[0],"import %s{ %s } from '%s';"%(kw,', '.join(new),rel))
        else:
            kw='type ' if ns<=TYPES else ''
            line="import %s{ %s } from '%s';\n"%(kw,', '.join(sorted(ns)),rel)
            # place after last top import line that sorts before... simply before the first relative import with greater path else after the last import
            imps=[x for x in re.finditer(r"^import [^;]*?from '([^']+)';\n",s,re.M)]
            pos=None
            for i in imps:
                if i[1].startswith('.') and (i[1].count('../'),0)<(rel.count('../'),1) or (i[1].startswith('.') and i[1].count('../')==rel.count('../') and i[1]>rel):
                    pos=i.start();break
            if pos is None: pos=imps[-1].end() if imps else 0
            s=s[:pos]+line+s[pos:]
    open(f,'w').write(s)
    print('imports',f,names)
