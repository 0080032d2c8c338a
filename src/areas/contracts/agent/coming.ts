import { formatDate } from "#kernel/dates.ts";
import type { Proposal } from "#kernel/proposal.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import { noticeDay, noticeWords } from "../contract/term.model.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import { recurrences, sides } from "../obligation/obligation.labels.ts";
import type { DueRow } from "../obligation/obligation.model.ts";
import type { PaperText } from "../paper/paper.model.ts";
import { dutiesIn, firstDayOf, isEntered, type SaidDuty } from "./duties.model.ts";
import { hrefOf, ownerOf, passage } from "./differs.ts";

/** So many days ahead the agent says that an option is to be decided, or that nothing follows. */
export const aheadDays = 120;

const subjectOf = (c: ContractDetail) => ({ id: c.id, number: c.number, href: hrefOf(c) });
const running = ({ status }: ContractDetail) => status === "active" || status === "suspended";

const entering = (c: ContractDetail, duty: SaidDuty, today: Day): Proposal => {
  const firstDueOn = firstDayOf(duty.recurrence, c.startsOn, today);
  return {
    label: "Enter the obligation",
    endpoint: "POST /api/v1/contracts/{id}/obligations",
    params: { id: c.id },
    body: {
      side: duty.side,
      title: duty.title,
      recurrence: duty.recurrence,
      firstDueOn,
      citation: `Page ${duty.at.page} of the contract`,
      ...(c.ownerId && { ownerId: c.ownerId }),
    },
    record: null,
    changes: [
      { label: "What", path: "title", from: "", to: duty.title },
      { label: "Who owes it", path: null, from: "", to: sides[duty.side] },
      { label: "How often", path: null, from: "", to: recurrences[duty.recurrence] },
      { label: "First due on", path: "firstDueOn", from: "", to: firstDueOn },
    ],
  };
};

/** What a paper of a contract in force says one side owes again and again, and nobody entered. */
export const unentered = (
  c: ContractDetail,
  paper: PaperText,
  entered: readonly DueRow[],
  today: Day,
): Found[] =>
  dutiesIn(paper.lines)
    .filter((duty) => running(c) && c.endsOn > today && !isEntered(duty, entered))
    .map((duty) => ({
      key: `duty:${c.id}:${duty.recurrence}:${duty.title.slice(0, 80)}`,
      subject: subjectOf(c),
      what: `Something is owed ${recurrences[duty.recurrence].toLowerCase()} under ${c.number}, and nobody watches it: ${duty.title}.`,
      why: `Its paper says so; no obligation of the contract says the same. ${sides[duty.side]} it. The first day is counted from the first day of the contract: put it right where the paper names one.`,
      since: null,
      dueOn: null,
      cents: 0,
      sources: [passage(c, paper, duty.at)],
      proposal: entering(c, duty, today),
    }));

/** The last day to tell the vendor of an option, and the end where no option is left. */
export const noticeComes = (c: ContractDetail, today: Day): Found[] => {
  if (!running(c)) return [];
  const left = c.optionCount - c.optionsUsed;
  const day = left > 0 ? noticeDay(c.endsOn, c) : c.endsOn;
  if (day < today || day > addDays(today, aheadDays)) return [];
  const what =
    left > 0
      ? `${c.number} asks for your decision on option ${c.optionsUsed + 1} by ${formatDate(day)}.`
      : `${c.number} ends on ${formatDate(day)}, and no option is left.`;
  const why =
    left > 0
      ? `${c.title}: notice ${noticeWords(c)} before the term ends on ${formatDate(c.endsOn)}; ${counted(left, "option")} of ${counted(c.optionMonths, "month")} left. After that day the vendor need not go on.`
      : `${c.title}: no order is placed under it afterwards. What follows takes its time to be bought.`;
  return [
    {
      key: `notice:${c.id}:${c.optionsUsed}`,
      subject: subjectOf(c),
      ...{ what, why, since: null, dueOn: day, cents: c.left },
      sources: [
        { kind: "record", label: c.number, href: hrefOf(c), says: `${c.title}, ${c.vendor}` },
      ],
      proposal: errand({
        title:
          left > 0
            ? `Decide on option ${c.optionsUsed + 1} of ${c.number}`
            : `What follows ${c.number}`,
        detail: `${what} ${why}`,
        link: hrefOf(c),
        owner: ownerOf(c),
      }),
    },
  ];
};

const mostNamed = 6;

/** Days of obligations that passed without delivery: one finding a contract. */
export const missed = (c: ContractDetail, dues: readonly DueRow[]): Found[] => {
  const late = dues.filter((due) => due.missed).toSorted((a, b) => a.dueOn.localeCompare(b.dueOn));
  const [oldest] = late;
  if (!oldest) return [];
  const what = `${counted(late.length, "obligation")} of ${c.number} ${late.length === 1 ? "was" : "were"} not delivered.`;
  const list = late.slice(0, mostNamed).map(({ title, dueOn }) => `${title}, ${formatDate(dueOn)}`);
  return [
    {
      key: `missed:${c.id}`,
      sameness: late.map(({ id }) => id).join(),
      subject: subjectOf(c),
      what,
      why: `The oldest was due on ${formatDate(oldest.dueOn)}. What is owed and not asked for is soon taken for waived.`,
      since: oldest.dueOn,
      dueOn: null,
      cents: 0,
      sources: late.slice(0, mostNamed).map(({ id, title, side, dueOn }) => ({
        kind: "record" as const,
        label: title,
        href: `/contract-management/obligations/${id}`,
        says: `${sides[side]}: due on ${formatDate(dueOn)}`,
      })),
      proposal: errand({
        title: `${c.number}: ask for what was not delivered`,
        detail: `${what} ${list.join("; ")}`,
        link: hrefOf(c),
        owner: ownerOf(c),
      }),
    },
  ];
};
