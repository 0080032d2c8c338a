import { refuse } from "./refusal.ts";

export type Attributes = Record<string, unknown>;

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const enterpriseSchema = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** How an attribute is held: a text, yes or no, parts under one name, or several of the same. */
type Kind = "text" | "boolean" | "complex" | "multi" | "ignored";
export type Shape = Readonly<Record<string, Kind>>;

const texts = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, "text" as const]));
const multi = (...names: string[]): Record<string, Kind> =>
  Object.fromEntries(names.map((name) => [name, "multi" as const]));
/** What the server alone says: taken out of what is sent. */
const serversOwn: Record<string, Kind> = { id: "ignored", meta: "ignored", schemas: "ignored" };

export const enterpriseShape: Shape = {
  ...texts("employeeNumber", "costCenter", "organization", "division", "department"),
  manager: "complex",
};
export const userShape: Shape = {
  ...serversOwn,
  groups: "ignored",
  // Okta sends one with everybody it makes. People sign in otherwise here: it is never kept.
  password: "ignored",
  ...texts("userName", "externalId", "displayName", "nickName", "profileUrl", "title"),
  ...texts("userType", "preferredLanguage", "locale", "timezone"),
  active: "boolean",
  name: "complex",
  ...multi("emails", "phoneNumbers", "ims", "photos", "addresses", "entitlements", "roles"),
  x509Certificates: "multi",
  [enterpriseSchema]: "complex",
};
export const groupShape: Shape = {
  ...serversOwn,
  ...texts("displayName", "externalId"),
  members: "multi",
};

const subNames = [
  ...["formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix"],
  ...["value", "display", "type", "primary", "$ref", "displayName"],
  ...["streetAddress", "locality", "region", "postalCode", "country"],
];

/** A name as the shape spells it, however it was sent; undefined for none. */
export const spelled = (shape: Shape, name: string): string | undefined =>
  Object.keys(shape).find((known) => known.toLowerCase() === name.toLowerCase());
const spelledSub = (name: string): string | undefined =>
  subNames.find((known) => known.toLowerCase() === name.toLowerCase());

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mostText = 2000;

export const textOf = (name: string, value: unknown): string => {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    return refuse("invalidValue", `${name} is a text.`);
  const text = String(value);
  return text.length > mostText ? refuse("invalidValue", `${name} is too long.`) : text;
};

/** Directories send booleans as texts too: "True", "false". */
export const booleanOf = (name: string, value: unknown): boolean => {
  const said = String(value).toLowerCase();
  return said === "true"
    ? true
    : said === "false"
      ? false
      : refuse("invalidValue", `${name} is true or false.`);
};

/** A part of a complex attribute, or of one of several. */
export const subOf = (name: string, value: unknown): [string, unknown] => {
  const sub = spelledSub(name) ?? refuse("invalidPath", `There is no sub-attribute ${name}.`);
  return [sub, sub === "primary" ? booleanOf(name, value) : textOf(name, value)];
};

const isNothing = (value: unknown): boolean => value === null || value === undefined;

export const complexOf = (name: string, value: unknown): Attributes => {
  if (name === enterpriseSchema) return normalized(enterpriseShape, value);
  // The manager is sent as an id by some, as an object by others.
  const given = typeof value === "string" && name === "manager" ? { value } : value;
  if (!isObject(given)) return refuse("invalidValue", `${name} has parts.`);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([, part]) => !isNothing(part))
      .map(([sub, part]) => subOf(sub, part)),
  );
};

const mostValues = 10_000;

export const multiOf = (name: string, value: unknown): Attributes[] => {
  const all = Array.isArray(value) ? (value as unknown[]) : [value];
  if (all.length > mostValues) return refuse("tooMany", `${name} has too many values.`);
  return all.map((one) =>
    complexOf(name, typeof one === "string" || typeof one === "number" ? { value: one } : one),
  );
};

export const valueOf = (kind: Kind, name: string, value: unknown): unknown =>
  kind === "text"
    ? textOf(name, value)
    : kind === "boolean"
      ? booleanOf(name, value)
      : kind === "multi"
        ? multiOf(name, value)
        : complexOf(name, value);

/** What was sent in the spelling of the shape. 400 for what it does not know. */
export function normalized(shape: Shape, sent: unknown): Attributes {
  if (!isObject(sent)) return refuse("invalidSyntax", "Send an object.");
  const held: Attributes = {};
  for (const [name, value] of Object.entries(sent)) {
    const known = spelled(shape, name) ?? refuse("invalidValue", `There is no attribute ${name}.`);
    const kind = shape[known]!;
    if (kind === "ignored" || isNothing(value)) continue;
    held[known] = valueOf(kind, known, value);
  }
  return held;
}

/** The address of somebody: the primary one, else work, else the first, else the name if it is one. */
export const addressOf = (attributes: Attributes): string | null => {
  const all = Array.isArray(attributes["emails"]) ? (attributes["emails"] as Attributes[]) : [];
  const best =
    all.find((each) => each["primary"] === true) ??
    all.find((each) => each["type"] === "work") ??
    all[0];
  const address = String(best?.["value"] ?? attributes["userName"] ?? "")
    .trim()
    .toLowerCase();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? address : null;
};

/** What people are called: by display name, else given and family name, else the user name. */
export const nameOf = (attributes: Attributes): string => {
  const name = isObject(attributes["name"]) ? attributes["name"] : {};
  const parts = [name["givenName"], name["familyName"]].filter(Boolean).join(" ");
  return String(attributes["displayName"] ?? name["formatted"] ?? "").trim() || parts.trim();
};
