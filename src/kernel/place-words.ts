const words = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();
const one = (many: string): string =>
  many.endsWith("ies") ? `${many.slice(0, -3)}y` : many.replace(/(?<!s)s$/, "");

/**
 * Where in a record or form something stands, for people: `lines.4.why` is "Line 5, why". `titles`
 * says what a field is called, by its whole path or by its last name.
 */
export const placeInWords = (
  path: string,
  titles: Readonly<Record<string, string>> = {},
): string => {
  const named = titles[path];
  if (named !== undefined) return named;
  const parts = path.split(".").filter(Boolean);
  const said = parts.flatMap((part, at) => {
    if (/^\d+$/.test(part)) return at === 0 ? [`entry ${Number(part) + 1}`] : [];
    const next = parts[at + 1];
    const name = titles[part] ?? words(part);
    return next !== undefined && /^\d+$/.test(next) ? [`${one(name)} ${Number(next) + 1}`] : [name];
  });
  const text = said.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};
