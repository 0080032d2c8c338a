import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  createVerify,
  X509Certificate,
} from "node:crypto";
import { createRequire } from "node:module";
import { inflateRawSync } from "node:zlib";
import { newId } from "#kernel/ids.ts";
import { ownCertificateOf } from "../saml/certificate.ts";

// Comes with the library that the product checks signatures by.
const require = createRequire(createRequire(import.meta.url).resolve("@node-saml/node-saml"));
const { SignedXml } = require("xml-crypto") as {
  SignedXml: new (options: object) => {
    addReference: (options: object) => void;
    computeSignature: (xml: string, options: object) => void;
    getSignedXml: () => string;
  };
};

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const dayMs = 86_400_000;

export type Key = { key: string; certificate: string };

/** A key with its certificate; `days` until that ends. */
export const makeKey = (now: number, days = 365): Key => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return {
    key: String(pair.privateKey.export({ type: "pkcs8", format: "pem" })),
    certificate: ownCertificateOf(
      pair.privateKey,
      pair.publicKey,
      "idp.test",
      now - dayMs,
      now + days * dayMs,
    ),
  };
};

const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, "");

/** A provider's description of itself, with these certificates. */
export const metadataOf = (
  issuer: string,
  certificates: readonly string[],
  entryPoint = `${issuer}/sso`,
): string =>
  [
    `<?xml version="1.0"?>`,
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}">`,
    `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">`,
    ...certificates.flatMap((pem) => [
      `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">`,
      `<X509Data><X509Certificate>${bare(pem)}</X509Certificate></X509Data>`,
      `</KeyInfo></KeyDescriptor>`,
    ]),
    `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"`,
    ` Location="${entryPoint}"/></IDPSSODescriptor></EntityDescriptor>`,
  ].join("");

/** What a request of ours asks, whoever signed it. */
export const samlAsked = (location: string) => {
  const query = new URL(location).searchParams;
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest")!, "base64")).toString();
  const attribute = (name: string) => new RegExp(`${name}="([^"]+)"`).exec(xml)![1]!;
  return {
    id: attribute("ID"),
    acs: attribute("AssertionConsumerServiceURL"),
    relayState: query.get("RelayState")!,
  };
};

/** What a request of ours said: read from the address that the browser was sent to. */
export const requestOf = (location: string, certificate: string) => {
  const query = new URL(location).searchParams;
  const signed = /\?(.*)&Signature=/.exec(location)![1]!;
  const good = createVerify("RSA-SHA256")
    .update(signed)
    .verify(
      createPublicKey(
        new X509Certificate(certificate).publicKey.export({ type: "spki", format: "pem" }),
      ),
      query.get("Signature")!,
      "base64",
    );
  return { ...samlAsked(location), signed: good };
};

/** One answer, and how it departs from a good one. */
export type Said = {
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  nameId: string;
  format?: string;
  attributes?: Readonly<Record<string, readonly string[]>>;
  context?: string;
  now: number;
  from?: number;
  until?: number;
};

const persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const byPassword = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";
const at = (ms: number) => new Date(ms).toISOString();

/** An assertion, unsigned. */
export const assertionOf = (said: Said, id = `_${newId()}`): string => {
  const from = at(said.from ?? said.now - 5_000);
  const until = at(said.until ?? said.now + 300_000);
  const valued = (values: readonly string[]) =>
    values.map((v) => `<saml:AttributeValue>${v}</saml:AttributeValue>`).join("");
  const attributes = Object.entries(said.attributes ?? {})
    .map(([name, values]) => `<saml:Attribute Name="${name}">${valued(values)}</saml:Attribute>`)
    .join("");
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"`,
    ` ID="${id}" Version="2.0" IssueInstant="${at(said.now)}"><saml:Issuer>${said.issuer}`,
    `</saml:Issuer>`,
    `<saml:Subject>`,
    `<saml:NameID Format="${said.format ?? persistent}">${said.nameId}`,
    `</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${said.recipient}"`,
    ` InResponseTo="${said.inResponseTo}"/></saml:SubjectConfirmation>`,
    `</saml:Subject>`,
    `<saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">`,
    `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience>`,
    `</saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(said.now)}"><saml:AuthnContext>`,
    `<saml:AuthnContextClassRef>${said.context ?? byPassword}`,
    `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion>`,
  ].join("");
};

/** A whole answer around assertions. */
export const responseOf = (
  said: Said,
  inside: string,
  { id = `_${newId()}`, status = "Success" }: { id?: string; status?: string } = {},
): string =>
  [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"`,
    ` ID="${id}" Version="2.0" IssueInstant="${at(said.now)}"`,
    ` Destination="${said.recipient}" InResponseTo="${said.inResponseTo}">`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/>`,
    `</samlp:Status>${inside}</samlp:Response>`,
  ].join("");

/** Signs the element of a name, enveloped, as providers do. */
export const signed = (
  xml: string,
  key: Key,
  element: "Assertion" | "Response",
  algorithm: "sha256" | "sha1" = "sha256",
): string => {
  const sha1 = algorithm === "sha1";
  const signer = new SignedXml({
    privateKey: createPrivateKey(key.key).export({ type: "pkcs8", format: "pem" }),
    signatureAlgorithm: sha1
      ? "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
      : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: exclusive,
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", exclusive],
    digestAlgorithm: sha1
      ? "http://www.w3.org/2000/09/xmldsig#sha1"
      : "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signer.computeSignature(xml, {
    location: {
      reference: `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`,
      action: "after",
    },
  });
  return signer.getSignedXml();
};

/** As the browser posts it. */
export const posted = (xml: string): string => Buffer.from(xml).toString("base64");
