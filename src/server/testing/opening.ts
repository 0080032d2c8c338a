import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { submitBid } from "#areas/sourcing/bid/submit.service.ts";
import { planSealing } from "#areas/sourcing/bid/plan-sealing.service.ts";
import { storeCiphertext } from "#areas/sourcing/bid/ciphertext.service.ts";
import type { PriceContent, TechnicalContent } from "#areas/sourcing/bid/bid-content.model.ts";
import { sharesToOpen, giveShares, joinOpening } from "#areas/sourcing/opening/opening.service.ts";
import { registerKey } from "#areas/sourcing/opening/officer-key.service.ts";
import {
  nameOfficers,
  rehearsalShares,
  rehearse,
} from "#areas/sourcing/opening/officer.service.ts";
import type { Actor } from "#kernel/access.ts";
import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import type { EnclosedFile } from "#kernel/sealing/enclosed.ts";
import { type EnvelopeKind, openShare, sealEnvelope } from "#kernel/sealing/envelope.ts";
import { type HpkeKeys, newHpkeKeys } from "#kernel/sealing/hpke.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { keyStoreServer } from "#keystore/http.ts";
import { Vault } from "#keystore/vault.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { auditKeys } from "../keys.ts";
import { keyStoreAt, useKeyStore } from "../keystore.ts";
import { makeMembers, type Agency } from "./agency.ts";

const secret = "a secret of the tests, long enough to be one";

/**
 * A key store of this process behind its real door, put in the product's place; `clock` moves its
 * time.
 */
export const useTestKeyStore = async (clock: () => number = Date.now) => {
  const folder = mkdtempSync(join(tmpdir(), "levee-keystore-"));
  const vault = new Vault({ file: join(folder, "parts"), keys: await newHpkeKeys(), clock });
  const { server } = keyStoreServer({ vault, secret, log: join(folder, "refusals.log"), clock });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  server.unref();
  const { port } = server.address() as { port: number };
  const store = keyStoreAt(() => `http://127.0.0.1:${port}`, secret);
  useKeyStore(store);
  await store.pin(formatVerifierKey(auditKeys().verifier));
  return {
    vault,
    store,
    folder,
    file: join(folder, "parts"),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

export type TestOfficer = { actor: Actor; keyId: string; keys: HpkeKeys };

/**
 * Members with the duty to open bids, each with a key. The private keys stay here: no passphrase is
 * asked.
 */
export const makeOfficers = async (
  database: Database,
  agency: Agency,
  names: readonly string[],
): Promise<TestOfficer[]> => {
  const members = await makeMembers(
    database,
    agency,
    Object.fromEntries(names.map((name) => [name, { duties: ["opener"] as const }])),
  );
  const officers: TestOfficer[] = [];
  for (const name of names) {
    const actor = members[name]!;
    const keys = await newHpkeKeys();
    const { id } = await database.transaction(actor, (tx) =>
      registerKey(tx, actor, {
        publicKey: base64(keys.publicKey),
        wrapped: `levee-officer-key/1 pbkdf2-sha256 600000 ${base64(new Uint8Array(60))}`,
      }),
    );
    officers.push({ actor, keyId: id, keys });
  }
  return officers;
};

/**
 * Names these officers for a solicitation that is not published yet, and has each rehearse the
 * opening.
 */
export const rehearsed = async (
  database: Database,
  buyer: Actor,
  solicitationId: string,
  officers: readonly TestOfficer[],
): Promise<void> => {
  await database.transaction(buyer, (tx) =>
    nameOfficers(
      tx,
      buyer,
      solicitationId,
      officers.map((officer) => officer.keyId),
    ),
  );
  for (const { actor, keyId, keys } of officers) {
    const {
      items: [sealed],
    } = await rehearsalShares(database.read(actor), solicitationId, keyId);
    const share = await openShare(sealed!.binding, sealed!, keys);
    await database.transaction(actor, (tx) =>
      rehearse(tx, actor, solicitationId, keyId, base64(share.bytes)),
    );
  }
};

/**
 * Two fresh officers who have rehearsed; a key store of the tests is put in place where there is
 * none.
 */
export const rehearsedByTwo = async (
  database: Database,
  agency: Pick<Agency, "orgId" | "departmentId">,
  buyer: Actor,
  solicitationId: string,
): Promise<TestOfficer[]> => {
  await useTestKeyStore();
  const officers = await makeOfficers(database, agency as Agency, ["Officer One", "Officer Two"]);
  await rehearsed(database, buyer, solicitationId, officers);
  return officers;
};

export type BidContent = {
  technical?: Partial<TechnicalContent>;
  price?: Partial<Omit<PriceContent, "lines">> & {
    lines?: Partial<PriceContent["lines"][number]>[];
  };
};
const technicalOf = (given: BidContent["technical"] = {}) => ({
  answers: [],
  statement: "",
  addendaAcknowledged: [],
  files: [],
  ...given,
});
const priceOf = ({ lines = [], ...given }: NonNullable<BidContent["price"]> = {}) => ({
  discounts: [],
  capacities: [],
  files: [],
  validDays: 90,
  note: "",
  ...given,
  lines: lines.map((line) => ({
    noBid: false,
    unitPrice: null,
    quantity: null,
    alternate: "",
    leadDays: null,
    ...line,
  })),
});
const contentFor = (kind: EnvelopeKind, content: BidContent) => ({
  ...(kind !== "price" && { technical: technicalOf(content.technical) }),
  ...(kind !== "technical" && { price: priceOf(content.price) }),
});

/**
 * Seals as a vendor's browser does, without submitting: the plan, the manifests, and the
 * plaintexts.
 */
export const sealed = async (
  app: App,
  bidder: Actor,
  solicitationId: string,
  content: BidContent,
  files: readonly EnclosedFile[] = [],
) => {
  const plan = await planSealing(app, bidder, solicitationId);
  const made = [];
  for (const { id, envelope } of plan.envelopes) {
    const binding = {
      envelopeId: id,
      orgId: plan.orgId,
      solicitationId,
      vendorId: plan.vendorId,
      bidId: plan.bidId,
      revision: plan.revision,
      envelope,
    };
    const one = await sealEnvelope({
      binding,
      officers:
        plan.officers && plan.officers.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
      keyStoreKey: unbase64(plan.keyStoreKey),
      content: contentFor(envelope, content),
      files: envelope === "price" ? [] : files,
    });
    await storeCiphertext(
      app,
      bidder,
      plan.bidId,
      envelope,
      Readable.from([Buffer.from(one.ciphertext)]),
    );
    made.push(one);
  }
  return { plan, manifests: made.map((one) => one.manifest), plains: made.map((one) => one.plain) };
};

/** Seals and submits a bid. */
export const bidOf = async (
  app: App,
  bidder: Actor,
  solicitationId: string,
  content: BidContent,
  {
    files = [],
    addenda = [] as number[],
  }: { files?: readonly EnclosedFile[]; addenda?: number[] } = {},
) => {
  const { plan, manifests, plains } = await sealed(app, bidder, solicitationId, content, files);
  return {
    ...(await submitBid(app, bidder, plan.bidId, { manifests, addendaAcknowledged: addenda })),
    manifests,
    plains,
  };
};

/** Moves the deadline into the past and closes the solicitation, as the clock would. */
export const pastDeadline = (
  database: Database,
  orgId: string,
  solicitationId: string,
): Promise<unknown> =>
  database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update solicitation
      set
        due_at = clock_timestamp() - interval '1 second', questions_until = null, status = 'closed',
        closed_at = clock_timestamp()
      where org_id = ${orgId} and id = ${solicitationId}
    `),
  );

/** An officer joins and gives the shares of the sitting. */
export const giveAll = async (
  database: Database,
  { actor, keyId, keys }: TestOfficer,
  solicitationId: string,
): Promise<{ taken: number; wrong: number }> => {
  await joinOpening(database, actor, solicitationId);
  const { items } = await sharesToOpen(database, actor, solicitationId, keyId);
  const shares = await Promise.all(
    items.map(async (item) => ({
      envelopeId: item.envelopeId,
      x: item.x,
      bytes: base64((await openShare(item.binding, item, keys)).bytes),
    })),
  );
  return giveShares(database, actor, solicitationId, keyId, shares);
};
