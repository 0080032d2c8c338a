import { XMLParser } from "fast-xml-parser";
import { SignOnRefusal } from "../attempt/refusal.ts";

// What a signature may be made with: nothing of SHA-1, no comments kept, no other transforms.
const algorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
]);
const mostBytes = 200_000;
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

type Element = { name: string; attributes: Record<string, string>; parent: Element | null };

const malformed = (detail: string) => new SignOnRefusal("malformed", detail);

const attributesOf = (node: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries((node[":@"] as Record<string, string> | undefined) ?? {}).map(
      ([name, value]) => [name.slice(1), value],
    ),
  );

const walk = (nodes: readonly Record<string, unknown>[], parent: Element | null): Element[] =>
  nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ":@");
    if (name === undefined || name === "#text" || name === "?xml") return [];
    const element = { name, attributes: attributesOf(node), parent };
    return [element, ...walk(node[name] as Record<string, unknown>[], element)];
  });

/** Every element of the answer, in its order; refused as soon as it holds what an answer never needs. */
const elementsOf = (xml: string): Element[] => {
  if (xml.length > mostBytes) throw malformed("larger than 200 KB");
  if (/<!/.test(xml)) throw malformed("a comment, a document type or a CDATA section");
  if (/<\?/.test(xml.replace(/^\s*<\?xml [^>]*\?>/, ""))) throw malformed("an instruction");
  try {
    const nodes = new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: "@",
      removeNSPrefix: true,
      processEntities: false,
      parseTagValue: false,
      parseAttributeValue: false,
    }).parse(xml, true) as Record<string, unknown>[];
    return walk(nodes, null);
  } catch (error) {
    throw error instanceof SignOnRefusal ? error : malformed("not well-formed");
  }
};

const requireUniqueIds = (elements: readonly Element[]): void => {
  const ids = elements.flatMap((e) =>
    Object.entries(e.attributes).flatMap(([name, value]) =>
      name.toLowerCase() === "id" ? [value] : [],
    ),
  );
  if (new Set(ids).size !== ids.length) throw malformed("two elements of one ID");
};

const requireSafeSignature = (signature: Element, elements: readonly Element[]): void => {
  const within = (e: Element): boolean =>
    e.parent === signature || (e.parent !== null && within(e.parent));
  const inside = elements.filter(within);
  const references = inside.filter((e) => e.name === "Reference");
  if (references.length !== 1 || inside.some((e) => e.name === "Object"))
    throw malformed("a signature over something else than one element");
  if (references[0]!.attributes["URI"] !== `#${signature.parent?.attributes["ID"]}`)
    throw malformed("a signature over another element than its own");
  for (const { attributes } of inside) {
    const algorithm = attributes["Algorithm"];
    if (algorithm === undefined || algorithms.has(algorithm)) continue;
    throw /sha1$/.test(algorithm)
      ? new SignOnRefusal("weak_signature", algorithm)
      : malformed(`a signature by ${algorithm.slice(0, 100)}`);
  }
};

/** What the envelope says of itself; nothing of it is believed before its signature is checked. */
export type Envelope = { inResponseTo: string; destination: string | null };

/**
 * A check in front of the library's, by another reader of XML: one Response with one Assertion right
 * in it, no comments, instructions, document type or encrypted parts, every ID once, and signatures
 * that stand in Response or Assertion and cover just that.
 * @throws SignOnRefusal
 */
export const frontCheck = (xml: string): Envelope => {
  const elements = elementsOf(xml);
  const named = (name: string) => elements.filter((e) => e.name === name);
  const [root] = elements;
  if (root?.name !== "Response" || named("Response").length !== 1)
    throw malformed("not one Response");
  const code = named("StatusCode").find((e) => e.parent?.parent === root)?.attributes["Value"];
  if (code !== success) throw new SignOnRefusal("access_denied", code ?? "without a status");
  requireUniqueIds(elements);
  const hidden = elements.find((e) => /^Encrypted/.test(e.name));
  if (hidden) throw new SignOnRefusal("encrypted", hidden.name);
  const [assertion] = named("Assertion");
  if (named("Assertion").length !== 1 || assertion!.parent !== root)
    throw malformed(`${named("Assertion").length} assertions`);
  const signatures = named("Signature");
  if (signatures.length === 0) throw new SignOnRefusal("unsigned");
  const places = signatures.map((s) => s.parent);
  if (
    places.some((place) => place !== root && place !== assertion) ||
    new Set(places).size !== places.length
  )
    throw malformed("a signature where none belongs");
  for (const signature of signatures) requireSafeSignature(signature, elements);
  const inResponseTo = root.attributes["InResponseTo"];
  if (!inResponseTo) throw new SignOnRefusal("wrong_request", "not asked for");
  return { inResponseTo, destination: root.attributes["Destination"] ?? null };
};
