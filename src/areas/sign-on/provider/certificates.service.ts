import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { readCertificate, shownCertificate } from "../saml/certificate.ts";
import { mostCertificates } from "../saml/metadata.ts";
import { signInProvider } from "../sign-on.tables.ts";
import type { Provider } from "./provider-row.ts";

const locked = async (tx: Tx, id: string, version: number | null): Promise<Provider> => {
  const row = await lockRow(tx, signInProvider, id, "sign-in provider");
  requireVersion(row.version, version);
  if (row.kind !== "saml") throw conflict("no_saml", "This provider has no certificates.");
  return row;
};

const keep = async (tx: Tx, actor: Actor, before: Provider, certificates: string[]) => {
  const after = await updateRow(tx, signInProvider, before.id, { certificates });
  const named = (row: Provider) => ({ certificates: row.certificates.map(shownCertificate) });
  note(tx, actor, "signInProvider", after.id, {
    number: after.name,
    action: "certificates",
    before: named(before),
    after: named(after),
  });
  return { id: after.id, version: after.version };
};

/**
 * A further certificate beside the present one, so that the provider may change over: both count.
 * @throws Problem 404, 409, 412, 422.
 */
export const addCertificate = async (
  tx: Tx,
  actor: Actor,
  id: string,
  text: string,
  version: number | null,
) => {
  const before = await locked(tx, id, version);
  const pem = readCertificate(text, "certificate");
  if (before.certificates.includes(pem))
    throw invalidField("certificate", "This certificate is there already.");
  if (before.certificates.length >= mostCertificates)
    throw conflict("too_many_certificates", `Remove one first: ${mostCertificates} count at most.`);
  return keep(tx, actor, before, [...before.certificates, pem]);
};

/**
 * Takes a certificate away. One that is good must be left where people come in by it.
 * @throws Problem 404, 409 `last_certificate`, 412.
 */
export const removeCertificate = async (
  tx: Tx,
  actor: Actor,
  id: string,
  fingerprint: string,
  version: number | null,
) => {
  const before = await locked(tx, id, version);
  const rest = before.certificates.filter(
    (pem) => shownCertificate(pem).fingerprint !== fingerprint,
  );
  if (rest.length === before.certificates.length) throw notFound("certificate");
  const good = rest.some((pem) => Date.parse(shownCertificate(pem).endsAt) > databaseMs());
  if (before.status === "active" && !good)
    throw conflict(
      "last_certificate",
      "Nobody could come in without it. Take in the provider's new certificate first.",
    );
  return keep(tx, actor, before, rest);
};
