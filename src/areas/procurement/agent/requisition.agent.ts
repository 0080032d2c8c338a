import { formatDate } from "#kernel/dates.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { defineAgent, type Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { requisitionList } from "../requisition/requisition.list.ts";
import { foundFor, foundNothing, type Answered } from "./answer.ts";
import { againCases } from "./again.cases.ts";
import { againAnswer, againBaseline } from "./again.evaluation.ts";
import { fewestBuys, saidAhead, type Bought } from "./again.model.ts";
import { foundAgain } from "./again.ts";
import { draftLine } from "./draft.model.ts";
import { needAnswer, needBaseline, needBeside } from "./need.evaluation.ts";
import { needCases } from "./need.cases.ts";
import { needIn } from "./need.model.ts";
import {
  lookUp,
  lyingDrafts,
  ownDepartment,
  ownNeeds,
  pastOf,
  reads,
  type At,
  type DraftRow,
  type Looked,
} from "./requisition-reads.ts";

/** A draft that lies so many days was forgotten or is stuck. */
const liesFrom = 7;
/** So many days after its day it is nobody's need any more. */
const overAfter = 14;

const adviceFor = async (at: At, departmentId: string, lines: Answered["lines"]) => {
  const amount = lines.reduce((sum, { cents }) => sum + cents, 0);
  if (amount === 0) return null;
  const paying = lines.flatMap(({ account }) => account?.id ?? []);
  const query = {
    amount,
    ...(departmentId && { departmentId }),
    commodities: lines.flatMap(({ commodityCode }) => commodityCode || []).join(","),
    accounts: paying.join(","),
    uncoded: lines
      .flatMap((line) => (line.commodityCode ? [] : (line.account?.id ?? [])))
      .join(","),
  };
  return at.read("advice", { query });
};

const choicesOf = (items: readonly { id: string; name: string }[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

/** Drafts a requisition of what was asked, value by value from the agency's own records. */
const answerTo = async (at: At, { text, subject }: NonNullable<At["question"]>): Promise<Found> => {
  const { items: places } = await at.read("places", {
    query: { offered: true, limit: 500, count: "none" },
  });
  const need = needIn(text, at.today, places);
  if (need.lines.length === 0) return foundNothing(subject);
  const { items: departments } = await at.read("departments");
  const past = await Promise.all(need.lines.map((line) => pastOf(at, line)));
  const departmentId = await ownDepartment(at, past);
  const looked: Looked[] = [];
  for (const [place, line] of need.lines.entries()) {
    await at.progress(place, need.lines.length, "lines");
    looked.push(await lookUp(at, line, past[place]!, departmentId));
  }
  const lines = need.lines.map((line, place) => draftLine(line, looked[place]!));
  const vendors = new Set(looked.flatMap(({ vendorId }) => vendorId ?? []));
  const vendorId = vendors.size === 1 ? [...vendors][0]! : null;
  const { items: accounts } = await at.read("accounts", {
    query: departmentId ? { departmentId } : {},
  });
  return foundFor(
    {
      ...{ need, lines, departmentId, vendorId, accounts },
      departments: choicesOf(departments.filter(({ active }) => active)),
      places: choicesOf(places),
      codes: looked.map(({ codes }) =>
        codes.map(({ code, name }) => ({ value: code, label: `${code} ${name}`.trim() })),
      ),
      vendor: looked.find((each) => each.vendorId === vendorId)?.past[0]?.vendor ?? "",
      advice: await adviceFor(at, departmentId, lines),
    },
    subject,
  );
};

/** A draft that lies: what stands in its way, and asking whoever began it. */
const lying = (today: Day, row: DraftRow): Found => {
  const href = `/smart-requisition/${row.id}`;
  const [began, needed] = [row.requestedOn, row.neededOn];
  const late = needed < today;
  const who = row.requester ?? "somebody who left";
  const way =
    row.amount <= 0
      ? "It lacks a line with a price."
      : late
        ? "Its day has passed: somebody changes it, or withdraws it."
        : "It has lines with prices and was not sent.";
  const what = `${row.title} is ${row.status === "returned" ? "returned and not sent again" : "a draft that was not sent"}; it ${late ? "was" : "is"} needed by ${formatDate(needed)}.`;
  const why = `Begun on ${formatDate(began)} by ${who}. ${way}`;
  return {
    key: `lies:${row.id}`,
    subject: { id: row.id, number: row.number, href },
    sameness: `${row.status} ${needed}`,
    ...{ what, why, since: began, dueOn: needed, cents: row.amount },
    sources: [{ kind: "record", label: row.number, href, says: `${row.title}, begun by ${who}` }],
    proposal: errand({
      title: `${row.number}: send it or withdraw it`,
      detail: `${what} ${why}`,
      link: href,
      owner: row.requesterId ? { id: row.requesterId, name: who } : null,
    }),
  };
};

/** Drafts a requisition from plain words, and names needs that come again and drafts that lie. */
export const requisitionAgent = defineAgent({
  id: "requisition",
  version: 2,
  name: "Requisition agent",
  task: "Reads what you need in plain words and drafts the requisition: lines, commodity code, price, account, contract rate and method, each from a record of yours.",
  how: [
    "It reads quantity, unit, thing, day and place from your words by rules; what you do not say it leaves empty.",
    "It looks for orders that say the same (BM25 over your past lines), in which more than half of what you ask must stand.",
    "The price is the one that you name, else the contract's rate of today for your quantity, else the last one paid in the same unit.",
    "The account is the one that paid, where it is your department's, in use and of no award; the method is what the rules advise for the amount with like purchases.",
    `Without a question it names what a department had ordered ${fewestBuys} times or more at about the same interval, due within ${saidAhead} days and not asked for: with the middle quantity, the last price and the account that paid.`,
    `It also names drafts that lie for ${liesFrom} days or longer, until ${overAfter} days after the day on which they were needed.`,
  ],
  asks: {
    label: "What do you need?",
    placeholder: "40 tons of road salt and a pallet of cold patch by Friday for the north yard",
  },
  subject: { list: requisitionList, permission: "requisition.read", label: "requisitions" },
  reads,
  proposes: ["POST /api/v1/requisitions", errandEndpoint],
  find: async (at) => {
    if (at.question) return [await answerTo(at, at.question)];
    const rows = await lyingDrafts(at, addDays(at.today, -liesFrom));
    const drafts = rows
      .filter(({ id, neededOn }) =>
        at.subjectId ? at.subjectId === id : neededOn >= addDays(at.today, -overAfter),
      )
      .map((row) => lying(at.today, row));
    const again = (await ownNeeds(at)).flatMap((need) => foundAgain(need, at.today) ?? []);
    return [
      ...drafts,
      ...again.filter(({ subject }) => !at.subjectId || at.subjectId === subject.id),
    ];
  },
  evaluation: {
    cases: [...needCases, ...againCases],
    answer: (given: string | readonly Bought[]) =>
      typeof given === "string" ? needAnswer(given) : againAnswer(given),
    baseline: (given: string | readonly Bought[]) =>
      typeof given === "string" ? needBaseline(given) : againBaseline(given),
    beside: `${needBeside}; the last interval once more`,
  },
});
