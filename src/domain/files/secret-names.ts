/** Files that hold secrets by their names: no model sees their contents, and no index keeps their words. */
const SECRET =
  /(^|\/)(\.env[^/]*|\.(npmrc|netrc|pypirc|pgpass|git-credentials|htpasswd)|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|id_[a-z0-9]+|[^/]+\.(env|pem|key|p12|pfx|jks|keystore|kdbx|ppk))$/i;

export function isSecretFile(path: string): boolean {
  return SECRET.test(path);
}
