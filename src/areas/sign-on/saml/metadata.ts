import { XMLParser } from "fast-xml-parser";
import { invalidField } from "#kernel/errors.ts";
import { readCertificate } from "./certificate.ts";

/** So many certificates at once: the present ones and those to come. */
export const mostCertificates = 4;

export type Described = { issuer: string; entryPoint: string; certificates: string[] };

const refused = (message: string) => invalidField("metadata", message, "bad_metadata");
const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined || value === "" ? [] : ([value].flat() as T[]);

type Node = Record<string, unknown>;
const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";

const parsed = (xml: string): Node => {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml))
    throw refused("It declares a document type. Nothing was read.");
  try {
    return new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "@",
      removeNSPrefix: true,
      parseTagValue: false,
      parseAttributeValue: false,
    }).parse(xml, true) as Node;
  } catch {
    throw refused("This is not well-formed XML. Paste the whole file.");
  }
};

const certificatesOf = (role: Node): string[] =>
  list(role["KeyDescriptor"] as Node | Node[])
    .filter((key) => key["@use"] === undefined || key["@use"] === "signing")
    .flatMap((key) => list((key["KeyInfo"] as Node | undefined)?.["X509Data"] as Node | Node[]))
    .flatMap((data) => list(data["X509Certificate"] as string | string[]))
    .map((text) => readCertificate(String(text)));

/**
 * What a provider says of itself (SAML 2.0 Metadata, 2.3 and 2.4.3): its entity id, where requests
 * go by redirect, and the certificates that it signs with.
 * @throws Problem 422 `bad_metadata` | `bad_certificate` saying what is missing.
 */
export const readMetadata = (xml: string): Described => {
  const entity = parsed(xml)["EntityDescriptor"] as Node | Node[] | undefined;
  if (entity === undefined || Array.isArray(entity))
    throw refused("It describes no single entity. Export the metadata of this one application.");
  const issuer = String(entity["@entityID"] ?? "");
  const role = list(entity["IDPSSODescriptor"] as Node | Node[]).find((one) =>
    String(one["@protocolSupportEnumeration"] ?? protocol).includes(protocol),
  );
  if (!issuer || !role)
    throw refused("It describes no identity provider. Take the provider's metadata, not ours.");
  const service = list(role["SingleSignOnService"] as Node | Node[]).find(
    (one) => one["@Binding"] === redirect,
  );
  if (!service?.["@Location"])
    throw refused("It names no address for sign-in by redirect (HTTP-Redirect).");
  const certificates = [...new Set(certificatesOf(role))];
  if (certificates.length === 0) throw refused("It holds no certificate to check signatures by.");
  if (certificates.length > mostCertificates)
    throw refused(`It holds more than ${mostCertificates} certificates. Leave out the old ones.`);
  return { issuer, entryPoint: String(service["@Location"]), certificates };
};
