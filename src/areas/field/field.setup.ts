// Devices that capture without a line, for tests of the field.
import { webcrypto } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { CaptureDetail, CapturesAnswer } from "./capture/capture.model.ts";
import {
  captureBytes,
  captureHash,
  firstBefore,
  type CaptureEnvelope,
} from "./capture/envelope.ts";

const { subtle } = webcrypto;
const at = "/api/v1/field";
const url64 = (bytes: ArrayBuffer | Uint8Array) =>
  Buffer.from(bytes as Uint8Array).toString("base64url");

export type Written = { id: string; version: number; status: string; number: string };
export type Sent = { envelope: CaptureEnvelope; signature: string };
export type Given = Partial<CaptureEnvelope> & Pick<CaptureEnvelope, "kind">;

/** A session of an actor that began just now and was proved, as enrolling wants it. */
const proved = async (t: TestDatabase, actor: Actor): Promise<void> => {
  await identityDb(t.database).rows(sql`
    insert into session (
      id, person_id, active_org_id, assurance, address, user_agent, expires_at, method, proved_at
    )
    values (
      ${actor.sessionId}, ${actor.personId}, ${actor.orgId}, 'password', '', 'test',
      clock_timestamp() + interval '1 day', 'password', clock_timestamp()
    )
    on conflict (id)
    do update set proved_at = clock_timestamp()
  `);
};

/** A device as a phone has it: its keys, what it committed, and what the server knows of it. */
export const phoneOf = async (t: TestDatabase, person: Actor, name = "Phone") => {
  const actor = { ...person, sessionId: newId() };
  const asking = askingOf(() => t);
  const keys = await subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]);
  const { kty, crv, x, y } = await subtle.exportKey("jwk", keys.publicKey);
  const id = newId();
  const storeKey = url64(webcrypto.getRandomValues(new Uint8Array(32)));
  await proved(t, actor);
  const enrolled = await asking<Written>(actor, `POST ${at}/devices`, {
    ...{ id, name, platform: "Android 16", appVersion: "1", storeKey },
    publicKey: { kty, crv, x, y },
  });
  const store: Sent[] = [];
  /** Signs an envelope with the device's key, whatever stands in it. */
  const sign = async (envelope: CaptureEnvelope): Promise<Sent> => ({
    envelope,
    signature: url64(
      await subtle.sign(
        { name: "ECDSA", hash: "SHA-256" },
        keys.privateKey,
        captureBytes(envelope),
      ),
    ),
  });
  /** Commits a capture on the device; nothing is sent. */
  const capture = async (given: Given): Promise<Sent> => {
    const last = store.at(-1);
    const sent = await sign({
      ...{ form: 1, device: id, number: store.length + 1, record: null, seen: {}, values: {} },
      ...{ at: new Date().toISOString(), offset: 0, packet: null, place: null },
      ...{ withoutPlace: "not_asked" as const, photos: [] },
      before: last ? await captureHash(last.envelope) : firstBefore,
      ...given,
    } as CaptureEnvelope);
    store.push(sent);
    return sent;
  };
  /** One contact: sends these captures, or all that it has. */
  const send = (captures: readonly Sent[] = store, over: object = {}) =>
    asking<CapturesAnswer>(actor, `POST ${at}/devices/${id}/captures`, {
      ...{ captures, highest: store.length, deviceNow: new Date().toISOString() },
      ...{ appVersion: "1", ...over },
    });
  return { id, actor, number: enrolled.number, storeKey, store, sign, capture, send };
};

const peopleOf = {
  admin: { role: "admin" },
  boss: { role: "manager" },
  crew: { duties: ["receiver", "technician"] },
  other: { duties: ["receiver"] },
  plain: {},
} as const;

/** An agency with people who work in the field, and what tests do to it. */
export const fieldOf = async (t: TestDatabase) => {
  const agency = await makeAgency(t.database);
  const people = (await makeMembers(t.database, agency, peopleOf as never)) as Record<
    keyof typeof peopleOf,
    Actor
  >;
  const asking = askingOf(() => t);
  const detail = (by: Actor, id: string) => asking<CaptureDetail>(by, `GET ${at}/captures/${id}`);
  /** A kind of service that people report. */
  const service = async (code = "pothole") => {
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        insert into service_type (org_id, id, code, name, description, category, expected_days)
        values (${agency.orgId}, ${newId()}, ${code}, 'Pothole', '', 'Roads', 5)
      `),
    );
    return code;
  };
  return { agency, people, asking, detail, service };
};
