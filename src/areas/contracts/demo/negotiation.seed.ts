import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { utcDay } from "#kernel/time.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { getRow } from "#server/db/rows.ts";
import { carverCountyId, demoPersonId, demoVendors } from "#areas/identity/identity.public.ts";
import { later, type Story } from "#areas/procurement/procurement.server.ts";
import { permissionsOf } from "#roles.ts";
import { draftShipped, publishDrafts } from "../clause/clause.service.ts";
import { addClauses } from "../clause/contract-clause.service.ts";
import { contract } from "../contracts.tables.ts";
import { answerRound } from "../negotiation/answer.service.ts";
import { decideAnswer } from "../negotiation/decision.service.ts";
import type { SentClause } from "../negotiation/negotiation.labels.ts";
import { answerInput, decisionInput, roundInput } from "../negotiation/negotiation.model.ts";
import { keepReturnedFile } from "../negotiation/returned-file.service.ts";
import { readRound } from "../negotiation/round.read.service.ts";
import { sendRound, textOfRound, type RoundRecord } from "../negotiation/round.service.ts";

/** Counsel puts the county's clauses in force. */
export const seedClauses = async (story: Story, at: string): Promise<void> => {
  await story.as("counsel", at, (tx, actor) => draftShipped(tx, actor));
  await story.as("counsel", at, (tx, actor) => publishDrafts(tx, actor));
};

/** The buyer puts what rules ask for into a contract, before anybody reads it. */
export const seedRequired = (story: Story, id: string, at: string) =>
  story.as("buyer", at, async (tx, actor) => {
    const { version } = await getRow(tx, contract, id, "contract");
    await addClauses(tx, actor, id, { required: true }, version);
  });

const vendorAt = (businessNow: string): Actor => {
  const { id, email, person } = demoVendors[0];
  return {
    kind: "vendor",
    personId: demoPersonId(email),
    name: person,
    email,
    orgId: null,
    role: "user",
    duties: [],
    permissions: permissionsOf("user", [], "vendor"),
    departmentIds: [],
    vendorIds: [id],
    sessionId: null,
    businessNow,
  };
};

const send = (story: Story, id: string, at: Date, message: string) =>
  story.as("buyer", at.toISOString(), async (tx, actor) => {
    const { version } = await getRow(tx, contract, id, "contract");
    const answerBy = utcDay(later(at, 14));
    return sendRound(tx, actor, id, roundInput.parse({ message, answerBy }), version);
  });

/** What the vendor says of clauses by their names; of the others it accepts every one. */
type Said = Record<string, (clause: SentClause) => { text?: string; remark?: string }>;

const answer = ({ app }: Story, round: RoundRecord, at: Date, said: Said, remark: string) =>
  asVendor(app, vendorAt(at.toISOString()), carverCountyId, (tx, vendor, who) =>
    answerRound(
      tx,
      vendor,
      who,
      round.id,
      answerInput.parse({
        sha256: round.sha256,
        remark,
        answers: round.content.clauses.map((clause) => {
          const own = said[clause.name]?.(clause);
          return {
            clauseId: clause.id,
            answer: own?.text ? "text" : own ? "remark" : "accept",
            ...own,
          };
        }),
      }),
    ),
  );

const decide = (
  story: Story,
  round: RoundRecord,
  [who, name]: readonly [string, string],
  at: Date,
  decision: object,
) =>
  story.as(who, at.toISOString(), async (tx, actor) => {
    const { clauses } = await readRound(tx, actor, round.id);
    const found = clauses.find((clause) => clause.name === name)!.answer!;
    await decideAnswer(
      tx,
      actor,
      { roundId: round.id, answerId: found.id },
      decisionInput.parse(decision),
      found.version,
    );
  });

/**
 * Two rounds with the county's gravel vendor: the first is settled; in the second its proposal waits
 * for counsel, and the copy that it sent back differs where it marked nothing.
 */
export const seedRounds = async (story: Story, id: string, now: Date): Promise<void> => {
  const insurance = "Insurance";
  const ending = "Termination for cause and convenience";
  const records = "Records and access";
  const first = await send(story, id, later(now, -9), "The county's terms for the flood repairs.");
  await answer(
    story,
    first,
    later(now, -6),
    {
      [insurance]: ({ text }) => ({
        text: text.replace("$2,000,000", "$1,500,000"),
        remark: "What our policy covers.",
      }),
      [ending]: ({ text }) => ({
        text: text.replace("within 10 days", "within 45 days"),
        remark: "Trucks are booked weeks ahead.",
      }),
      [records]: () => ({ remark: "Please give us two business days' notice." }),
    },
    "We are glad to haul for the county again.",
  );
  await decide(story, first, ["buyer", insurance], later(now, -5), { decision: "accepted" });
  await decide(story, first, ["buyer", records], later(now, -5), {
    decision: "countered",
    fallbackRank: 1,
  });
  await decide(story, first, ["counsel", ending], later(now, -4), {
    decision: "countered",
    fallbackRank: 1,
    note: "Twenty days is what the county can live with.",
  });
  const second = await send(story, id, later(now, -3), "Your insurance and notice are in.");
  const text = textOfRound(second.content)
    .replace("$1,500,000", "$1,250,000")
    .replace("and not for profit", "and for profit");
  await keepReturnedFile(
    story.app,
    vendorAt(later(now, -1).toISOString()),
    { orgId: carverCountyId, id: second.id },
    { name: "our-copy.txt", stream: Readable.from([text]) },
  );
  await answer(
    story,
    second,
    later(now, -1),
    {
      [ending]: (clause) => ({
        text: clause.text
          .replace("within 20 days", "within 30 days")
          .replace("and not for profit", "and for half of the profit"),
        remark: "Thirty days, and we carry half.",
      }),
    },
    "",
  );
};
