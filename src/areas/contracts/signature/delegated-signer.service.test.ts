import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { authorityInput } from "#areas/workflow/signature/authority.model.ts";
import { addAuthority } from "#areas/workflow/signature/authority.service.ts";
import { askInput, signInput } from "#areas/workflow/signature/signature.model.ts";
import { memberHand, sign } from "#areas/workflow/signature/signing.service.ts";
import { askForSignatures, delegate } from "#areas/workflow/workflow.server.ts";
import { clearContract } from "../contract/approval.service.ts";
import { step } from "../contract/course.service.ts";
import { contractAgency } from "../contracts.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let admin: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  ({ admin } = await makeMembers(t.database, a.agency, { admin: { role: "admin" } }));
});
afterAll(() => t.drop());

const onePage = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]);
  return pdf.save();
};
const entitle = ({ personId }: Actor) =>
  a.as(admin, (tx) =>
    addAuthority(
      tx,
      admin,
      authorityInput.parse({
        personId,
        kinds: ["contract"],
        fromOn: agencyDay(-1),
        basis: "Resolution 2026-14",
      }),
    ),
  );
const standIn = (from: Actor, to: Actor) =>
  a.as(from, (tx) =>
    delegate(tx, from, {
      toPersonId: to.personId!,
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 86_400_000).toISOString(),
      documentTypes: ["contract"],
      note: "",
    }),
  );

test("whoever approved a contract for somebody else does not sign it", async () => {
  const { author, counsel, manager, deputy, keeper } = a.people;
  await standIn(manager, deputy);
  await entitle(deputy);
  await entitle(keeper);
  const { id } = await a.drafted();
  await a.as(author, (tx) => step(tx, author, "review", { id, version: null }));
  await a.as(counsel, (tx) => clearContract(tx, counsel, { id, version: null }));
  await approveDocument(t.database, deputy, id);
  const signers = [deputy, keeper].map(({ personId }) => ({ side: "ours", personId }));
  const other = { side: "link", name: "Ann Oakes", email: "ann@oakes.test" };
  const asked = await askForSignatures(
    t.app,
    author,
    askInput.parse({
      sourceType: "contract",
      sourceId: id,
      signers: [...signers, other],
      ordered: false,
      expiresOn: agencyDay(14),
    }),
    null,
    onePage,
  );
  const signs = (actor: Actor) =>
    a.as(actor, (tx) =>
      sign(
        { app: t.app, tx, actor },
        asked.id,
        memberHand(actor, "10.0.0.7"),
        signInput.parse({
          sha256: asked.sha256,
          mark: { kind: "typed", text: actor.name },
          form: true,
          intent: true,
        }),
      ),
    );
  await expect(signs(deputy)).rejects.toMatchObject({ code: "separation_of_duties" });
  await signs(keeper);
});
