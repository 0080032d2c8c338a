import { PDFDocument } from "@cantoo/pdf-lib";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers } from "#server/testing/agency.ts";
import type { TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { addAuthority } from "#areas/workflow/signature/authority.service.ts";
import { authorityInput } from "#areas/workflow/signature/authority.model.ts";
import { readSignature } from "#areas/workflow/signature/signature.read.service.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { askForSignatures } from "#areas/workflow/workflow.server.ts";
import { askInput, signInput } from "#areas/workflow/signature/signature.model.ts";
import { memberHand, sign } from "#areas/workflow/signature/signing.service.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";

const onePage = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]).drawText(`Terms ${Math.random()}`);
  return pdf.save();
};

/** The agency of contracts, with an administrator, two people who may sign, and the vendor's person. */
export const signingAgency = async (t: TestDatabase) => {
  const a = await contractAgency(t);
  const people: Record<"admin" | "chair" | "second", Actor> = await makeMembers(
    t.database,
    a.agency,
    { admin: { role: "admin" }, chair: { role: "manager" }, second: {} },
  );
  const person = await makePerson(t, "Vera Vendor");
  const identityId = await foundVendorIdentity(identityDb(t.database), person, a.vendor.name);
  const vendor = actingFor(person, identityId);
  await a.as(people.admin, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${identityId}
      where org_id = ${a.agency.orgId} and id = ${a.vendor.id}
    `),
  );
  const entitle = (personId: string | null, over: object = {}) =>
    a.as(people.admin, (tx) =>
      addAuthority(
        tx,
        people.admin,
        authorityInput.parse({
          personId,
          kinds: ["contract", "contractAmendment"],
          fromOn: agencyDay(-1),
          basis: "Resolution 2026-14",
          ...over,
        }),
      ),
    );
  await entitle(people.chair.personId);
  const bySide = {
    ours: { side: "ours", personId: people.chair.personId },
    portal: { side: "portal" },
    link: { side: "link", name: "Ann Oakes", email: "ann@oakes.test" },
  };
  const ask = (sourceId: string, over: object = {}, version: number | null = null) =>
    askForSignatures(
      t.app,
      a.people.author,
      askInput.parse({
        sourceType: "contract",
        sourceId,
        signers: [bySide.ours, bySide.link],
        ordered: false,
        expiresOn: agencyDay(14),
        ...over,
      }),
      version,
      onePage,
    );
  const given = (sha256: string, over: object = {}) =>
    signInput.parse({
      sha256,
      mark: { kind: "typed", text: "My Name" },
      form: true,
      intent: true,
      ...over,
    });
  const signAs = (actor: Actor, id: string, sha256: string, over: object = {}) =>
    a.as(actor, (tx) =>
      sign({ app: t.app, tx, actor }, id, memberHand(actor, "10.0.0.7"), given(sha256, over)),
    );
  const letters = (to: string) =>
    identityDb(t.database).rows<{ subject: string; link: string | null; kind: string }>(sql`
      select subject, link, kind
      from mail
      where to_address = ${to}
      order by created_at desc, id desc
    `);
  /** The newest link's token, and the newest code, as the letters brought them. */
  const tokenOf = async (to: string) =>
    (await letters(to)).find((l) => l.link?.includes("/sign/"))!.link!.split("/sign/")[1]!;
  const codeOf = async (to: string) =>
    (await letters(to)).find((l) => l.kind === "signature_code")!.subject.slice(0, 6);
  const detail = (id: string) => readSignature(t.database.read(people.chair), people.chair, id);
  return {
    ...a,
    signers: people,
    vendorActor: vendor,
    bySide,
    entitle,
    ask,
    given,
    signAs,
    letters,
    tokenOf,
    codeOf,
    detail,
  };
};
