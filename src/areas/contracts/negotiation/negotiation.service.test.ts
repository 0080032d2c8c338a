import { Readable } from "node:stream";
import { PDFDocument } from "@cantoo/pdf-lib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { makeBidder } from "#server/testing/sourcing.ts";
import type { Bidder } from "#server/testing/evaluation.ts";
import { addClauses } from "../clause/contract-clause.service.ts";
import { clausesOf } from "../clause/required.service.ts";
import { backToDrafting, step } from "../contract/course.service.ts";
import { changeContract } from "../contract/contract.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { answerRound } from "./answer.service.ts";
import { decideAnswer } from "./decision.service.ts";
import { answerInput, decisionInput, roundInput } from "./negotiation.model.ts";
import { keepReturnedFile } from "./returned-file.service.ts";
import { readRound, readVendorRound } from "./round.read.service.ts";
import { isIntact, sendRound, textOfRound, withdrawRound } from "./round.service.ts";
import { negotiationRound } from "./negotiation.tables.ts";
import { getRow } from "#server/db/rows.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let ann: Bidder;
let bo: Bidder;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  ann = await makeBidder(t.database, a.agency, "Ann Guard");
  bo = await makeBidder(t.database, a.agency, "Bo Fence");
});
afterAll(() => t.drop());

const send = (id: string, version: number, message = "") =>
  a.as(a.people.author, (tx) =>
    sendRound(
      tx,
      a.people.author,
      id,
      roundInput.parse({ message, answerBy: agencyDay(10) }),
      version,
    ),
  );
/** A contract in negotiation with a first round that is with Ann. */
const begun = async () => {
  const { author } = a.people;
  const made = await a.drafted({
    vendorId: ann.vendorId,
    federalAward: "DR-4897",
    insuranceRequired: true,
    ceiling: 20_000_00,
    yearPlan: [{ year: 2027, amount: 20_000_00 }],
  });
  await a.as(author, (tx) => addClauses(tx, author, made.id, { required: true }, made.version));
  const c = await a.as(author, (tx) =>
    step(tx, author, "negotiate", { id: made.id, version: null }),
  );
  return { id: made.id, version: c.version, round: await send(made.id, c.version) };
};
type Round = Awaited<ReturnType<typeof begun>>["round"];

const ids = async (contractId: string) =>
  new Map(
    (await clausesOf(t.database.read(a.people.author), contractId)).map((c) => [c.ruleKey, c.id]),
  );
/** Accepts every clause but those named. */
const answersTo = (round: Round, other: Record<string, object> = {}) =>
  answerInput.parse({
    sha256: round.sha256,
    answers: round.content.clauses.map(({ id }) => ({
      clauseId: id,
      answer: "accept",
      ...other[id],
    })),
  });
const answer = (round: Round, input: ReturnType<typeof answersTo>, by: Bidder = ann) =>
  asVendor(t.app, by.actor, a.agency.orgId, (tx, vendor, who) =>
    answerRound(tx, vendor, who, round.id, input),
  );
const read = (round: Round, actor: Actor = a.people.author) =>
  readRound(t.database.read(actor), actor, round.id);
const decide = async (round: Round, clauseId: string, input: object, actor: Actor) => {
  const found = (await read(round)).clauses.find((each) => each.id === clauseId)!.answer!;
  return a.as(actor, (tx) =>
    decideAnswer(
      tx,
      actor,
      { roundId: round.id, answerId: found.id },
      decisionInput.parse(input),
      found.version,
    ),
  );
};
const textOf = (round: Round, id: string) =>
  round.content.clauses.find((each) => each.id === id)!.text;

test("another vendor neither sees nor answers a round; nobody changes what was sent", async () => {
  const { round } = await begun();
  const missing = { status: 404 };
  await expect(answer(round, answersTo(round), bo)).rejects.toMatchObject(missing);
  const of = (bidder: Bidder) =>
    readVendorRound(
      t.database.read({ ...bidder.actor, orgId: a.agency.orgId }),
      { vendorId: bidder.vendorId, agency: "" },
      round.id,
    );
  await expect(of(bo)).rejects.toMatchObject(missing);
  const listed = async (bidder: Bidder) =>
    (
      await vendorSide(t.database, bidder.actor).rows<{ id: string }>(
        sql`select id from negotiation_round`,
      )
    ).map((each) => each.id);
  expect(await listed(bo)).toEqual([]);
  expect(await listed(ann)).toContain(round.id);
  expect(JSON.stringify(await of(ann))).not.toContain("fallback");
  await expect(
    vendorSide(t.database, ann.actor).rows(sql`select content from negotiation_round`),
  ).rejects.toThrow(/permission denied/);
  for (const change of [
    sql`update negotiation_round set content = '{}' where id = ${round.id}`,
    sql`update negotiation_round set sha256 = repeat('0', 64) where id = ${round.id}`,
    sql`delete from negotiation_round where id = ${round.id}`,
  ])
    await expect(a.as(a.people.author, (tx) => tx.rows(change))).rejects.toThrow(
      /permission denied/,
    );
});

test("an answer is decided within its own round", async () => {
  const [one, other] = [await begun(), await begun()];
  const key = (await ids(one.id)).get("clause.insurance")!;
  const asked = { answer: "text", text: "Insured for less." };
  await answer(one.round, answersTo(one.round, { [key]: asked }));
  const found = (await read(one.round)).clauses.find((each) => each.id === key)!.answer!;
  await expect(
    a.as(a.people.counsel, (tx) =>
      decideAnswer(
        tx,
        a.people.counsel,
        { roundId: other.round.id, answerId: found.id },
        decisionInput.parse({ decision: "refused", note: "The county insures so" }),
        found.version,
      ),
    ),
  ).rejects.toThrow("This answer is of another round.");
});

test("an answer to another text is refused, a replay changes nothing, a second answer is refused", async () => {
  const { round, id } = await begun();
  const key = (await ids(id)).get("clause.insurance")!;
  const altered = { ...answersTo(round), sha256: "0".repeat(64) };
  await expect(answer(round, altered)).rejects.toMatchObject({ code: "other_text" });
  const part = { ...answersTo(round), answers: answersTo(round).answers.slice(1) };
  await expect(answer(round, part)).rejects.toMatchObject({
    code: "answers",
    message: expect.stringContaining("Answer every clause. Without an answer: "),
    errors: [{ path: "answers" }],
  });
  const fixed = (await ids(id)).get("clause.telecommunications")!;
  await expect(
    answer(round, answersTo(round, { [fixed]: { answer: "text", text: "We are excluded." } })),
  ).rejects.toMatchObject({ message: expect.stringContaining("cannot be changed") });
  const due = () =>
    t.database.read(a.people.author).one<{ status: string; dueOn: string }>(sql`
      select status, due_on
      from deadline
      where source_id = ${round.id}
    `);
  expect(await due()).toEqual({ status: "open", dueOn: agencyDay(10) });
  const given = answersTo(round, { [key]: { answer: "remark", remark: "Too dear." } });
  const first = await answer(round, given);
  expect((await due()).status).toBe("dropped");
  const again = await answer(round, given);
  expect([again.version, again.answerSha256]).toEqual([first.version, first.answerSha256]);
  await expect(answer(round, answersTo(round))).rejects.toMatchObject({ code: "round_over" });
  // Broken at rest, by somebody with the database in hand: nobody answers or trusts it.
  const stored = await getRow(t.database.read(a.people.author), negotiationRound, round.id);
  expect(isIntact(stored)).toBe(true);
  stored.content.clauses[0]!.text += " Not.";
  expect(isIntact(stored)).toBe(false);
});

test("a member of the agency does not answer for the vendor; a withdrawn round is answered by nobody", async () => {
  const { round } = await begun();
  const both = { ...ann, actor: { ...ann.actor, personId: a.people.clerk.personId } };
  await expect(answer(round, answersTo(round), both)).rejects.toMatchObject({ code: "own_member" });
  const { author } = a.people;
  await a.as(author, (tx) => withdrawRound(tx, author, round.id, "A wrong price", round.version));
  await expect(answer(round, answersTo(round))).rejects.toMatchObject({ code: "round_over" });
});

test("each change is agreed to by who may; what is agreed stands in the contract and the next round", async () => {
  const { round, id, version } = await begun();
  const { author, buyer, counsel, keeper } = a.people;
  const key = await ids(id);
  const [insurance, termination, remarks] = ["insurance", "termination", "records"].map((name) =>
    key.get(`clause.${name}`)!,
  ) as [string, string, string];
  const theirs = textOf(round, insurance).replace("$2,000,000", "$200,000");
  const fallback = (await read(round)).clauses.find((c) => c.id === termination)!.fallbacks;
  await expect(send(id, version)).rejects.toMatchObject({ code: "round_open" });
  expect((await a.read(id)).missing[0]).toContain("Round 1 waits for the vendor");
  await answer(
    round,
    answersTo(round, {
      [insurance]: { answer: "text", text: theirs },
      [termination]: { answer: "text", text: fallback[0]!.text },
      [remarks]: { answer: "remark", remark: "Two days' notice, please." },
    }),
  );
  const shown = await read(round, buyer);
  const of = (clauseId: string) => shown.clauses.find((each) => each.id === clauseId)!;
  expect(of(insurance).answer!.changes).toEqual([
    expect.objectContaining({ kind: "amount", before: "$2,000,000", after: "$200,000" }),
  ]);
  expect([of(insurance).accepts, of(termination).accepts]).toEqual([
    { by: "Counsel", mine: false },
    { by: "Contract manager", mine: false },
  ]);
  const accept = { decision: "accepted" };
  const denied = { code: "not_yours" };
  await expect(decide(round, insurance, accept, keeper)).rejects.toMatchObject(denied);
  await expect(decide(round, termination, accept, buyer)).rejects.toMatchObject(denied);
  await expect(decide(round, remarks, accept, counsel)).rejects.toMatchObject({
    errors: [{ path: "decision", message: "A remark proposes no text. Answer it, or counter it." }],
  });
  const none = { decision: "countered", fallbackRank: 5 };
  await expect(decide(round, termination, none, counsel)).rejects.toThrow(
    "This clause has no such fallback.",
  );
  const same = { decision: "countered", text: textOf(round, termination) };
  await expect(decide(round, termination, same, counsel)).rejects.toThrow(
    "This is what was sent. Refuse the change instead.",
  );
  await decide(round, insurance, { decision: "refused", note: "Too little for a road." }, buyer);
  await decide(round, termination, accept, keeper);
  await expect(decide(round, termination, accept, counsel)).rejects.toMatchObject({
    code: "decided",
  });
  expect((await a.read(id)).missing).toContain("Decide every answer of round 1.");
  await decide(round, remarks, { decision: "countered", fallbackRank: 1 }, buyer);
  expect((await read(round)).status).toBe("settled");
  const after = await clausesOf(t.database.read(author), id);
  expect(after.find((c) => c.id === insurance)).toMatchObject({ source: "library" });
  expect(after.find((c) => c.id === termination)).toMatchObject({
    source: "fallback",
    fallbackRank: 1,
    text: fallback[0]!.text,
  });
  const second = await send(id, version, "We took your terms.");
  const next = (await read(second)).clauses.find((c) => c.id === termination)!;
  expect(next.sinceLast?.some((piece) => piece.kind === "new")).toBe(true);
  expect((await answer(second, answersTo(second))).status).toBe("settled");
  expect((await a.read(id)).missing).toEqual([]);
});

test("counsel who writes a text is one of its authors; a contract that goes back takes its round along", async () => {
  const { round, id } = await begun();
  const { author, counsel } = a.people;
  const key = (await ids(id)).get("clause.insurance")!;
  await answer(round, answersTo(round, { [key]: { answer: "remark", remark: "Too hard." } }));
  const counter = { decision: "countered", text: "Insurance as both sides agree in writing." };
  await expect(decide(round, key, counter, a.people.keeper)).rejects.toMatchObject({
    code: "not_yours",
  });
  await decide(round, key, counter, counsel);
  await a.as(author, (tx) => step(tx, author, "review", { id, version: null }));
  expect((await a.read(id)).status).toBe("legal_review");
  const asCounsel = await t.database
    .read(counsel)
    .one<{ draftedBy: string[] }>(sql`select drafted_by from contract where id = ${id}`);
  expect(asCounsel.draftedBy).toContain(counsel.personId);
  const other = await begun();
  await expect(
    a.as(author, (tx) =>
      changeContract(tx, author, other.id, { vendorId: bo.vendorId }, other.version),
    ),
  ).rejects.toMatchObject({ code: "round_open" });
  await a.as(author, (tx) =>
    backToDrafting(tx, author, "revise", { id: other.id, version: null, reason: "Scope" }),
  );
  expect((await read(other.round)).status).toBe("withdrawn");
});

const pdfOf = async (text: string, more: (pdf: PDFDocument) => unknown = () => null) => {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([900, 4000]);
  // What a PDF draws line by line is read as one text again.
  if (text) page.drawText(text.replaceAll("’", "'"), { size: 8, maxWidth: 860, y: 3950, x: 20 });
  await more(pdf);
  return Buffer.from(await pdf.save());
};
const giveBack = (round: Round, name: string, bytes: Buffer, by: Bidder = ann) =>
  keepReturnedFile(
    t.app,
    by.actor,
    { orgId: a.agency.orgId, id: round.id },
    { name, stream: Readable.from([bytes]) },
  );

test("of a file that comes back every edit that nobody marked is listed, amounts first", async () => {
  const { round } = await begun();
  const edited = textOfRound(round.content)
    .replace("$2,000,000", "$200,000")
    .replace("and not for profit", "and for profit");
  const once = await giveBack(round, "answer.pdf", await pdfOf(edited));
  expect(await giveBack(round, "answer.txt", Buffer.from(edited))).not.toEqual(once);
  const { files } = await read(round);
  for (const { changes } of files)
    expect(changes).toEqual([
      expect.objectContaining({ kind: "amount", before: "$2,000,000", after: "$200,000" }),
      expect.objectContaining({ kind: "negation", before: "not", after: "" }),
    ]);
  await giveBack(round, "answer.txt", Buffer.from(edited));
  expect((await read(round)).files).toHaveLength(2);
  await expect(giveBack(round, "x.txt", Buffer.from("x"), bo)).rejects.toMatchObject({
    status: 404,
  });
});

test("a file that is locked, holds scripts or macros, or is no document is refused in words; the round stays", async () => {
  const { round } = await begun();
  const locked = await PDFDocument.create();
  locked.addPage().drawText("secret");
  locked.encrypt({ userPassword: "x", ownerPassword: "y" });
  const zip = (inside: string) =>
    Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.from(inside)]);
  const bad: [Buffer, RegExp][] = [
    [Buffer.from(await locked.save()), /locked by a password.*It was not taken/],
    [await pdfOf("x", (pdf) => pdf.addJavaScript("go", "app.alert(1)")), /holds scripts/],
    [
      await pdfOf("x", (pdf) => pdf.attach(new Uint8Array([77, 90]), "a.exe", {})),
      /other files inside/,
    ],
    [zip("word/vbaProject.bin"), /holds macros/],
    [zip("word/document.xml"), /Send it as PDF/],
    [Buffer.from("%PDF-1.7 broken"), /damaged|cannot be read/],
    [Buffer.from(`\u0000${newId()}`), /This type of file is not taken in/],
    [Buffer.alloc(1024 * 1024 + 1, "x"), /This text is larger than 1 MB: it is no answer/],
  ];
  for (const [bytes, words] of bad)
    await expect(giveBack(round, "answer", bytes)).rejects.toMatchObject({
      status: 422,
      message: expect.stringMatching(words),
    });
  expect(await read(round)).toMatchObject({ status: "sent", files: [] });
  await giveBack(round, "scan.pdf", await pdfOf(""));
  expect((await read(round)).files).toMatchObject([
    { changes: null, unsearchable: expect.stringContaining("pages are pictures") },
  ]);
  expect((await answer(round, answersTo(round))).status).toBe("settled");
});
