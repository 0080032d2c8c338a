import { notFound, invalidField } from "#kernel/errors.ts";
import { objectionsToOwn } from "#kernel/own-check.ts";
import type { Day } from "#kernel/time.ts";
import {
  controlSubject,
  judgeFacts,
  type ControlSubject,
} from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { controlsInForce } from "./control.service.ts";
import { checkOf, ownCheckName, ownSubjectOf, type Checked } from "./own.service.ts";
import type { OwnKind, Tried, TryInput } from "./own.model.ts";

/** So many records a trial looks at, and so many of those that fail it shows. */
const most = { records: 5000, batch: 500, shown: 100 };

/** The kinds of records of which an agency may write checks, with the facts that they may read. */
export const ownKinds = (nouns: readonly string[]): OwnKind[] =>
  nouns.flatMap((noun) => {
    const subject = ownSubjectOf(ownCheckName(noun));
    return subject
      ? [{ noun, label: subject.label, fields: subject.own.fields as OwnKind["fields"] }]
      : [];
  });

type Answer = { id: string; day: Day; answer: string; said: string };

// What a check says of records by the law of their own days, of those that lie between two days.
const answersOf = async (
  db: Db,
  control: Checked,
  ids: readonly string[],
  { from, to }: { from: Day; to: Day },
): Promise<Answer[]> => {
  const check = checkOf(control)!;
  return (await check.read(db, ids))
    .filter(({ day }) => day >= from && day <= to)
    .map((judged) => ({
      id: judged.subjectId,
      day: judged.day,
      ...judgeFacts(check, judged.facts),
    }));
};

const nothing = (compared: boolean): Tried => ({
  ...{ judged: 0, passed: 0, failed: 0, unknown: 0, failing: [], whole: true },
  newly: compared ? 0 : null,
  noLonger: compared ? 0 : null,
});

const countOf = (answers: readonly Answer[], answer: string): number =>
  answers.filter((each) => each.answer === answer).length;

// What the draft says that the version in force does not, and the other way round.
const differences = (answers: readonly Answer[], old: readonly Answer[] | null) => {
  if (!old) return { newly: 0, noLonger: 0 };
  const failed = (of: readonly Answer[]): string[] =>
    of.flatMap(({ id, answer }) => (answer === "fail" ? [id] : []));
  const [now, before] = [new Set(failed(answers)), new Set(failed(old))];
  return {
    newly: failed(answers).filter((id) => !before.has(id)).length,
    noLonger: failed(old).filter((id) => !now.has(id)).length,
  };
};

const addTo = (sum: Tried, answers: readonly Answer[], old: readonly Answer[] | null): Tried => {
  const { newly, noLonger } = differences(answers, old);
  return {
    ...sum,
    judged: sum.judged + answers.length - countOf(answers, "not_applicable"),
    passed: sum.passed + countOf(answers, "pass"),
    failed: sum.failed + countOf(answers, "fail"),
    unknown: sum.unknown + countOf(answers, "unknown"),
    newly: old && (sum.newly ?? 0) + newly,
    noLonger: old && (sum.noLonger ?? 0) + noLonger,
  };
};

// Records that fail, as they are shown: number, title, and where they open.
const shownOf = async (
  db: Db,
  subject: ControlSubject,
  answers: readonly Answer[],
): Promise<Tried["failing"]> => {
  const failing = answers.filter(({ answer }) => answer === "fail");
  const heads = await subject.heads(
    db,
    failing.map(({ id }) => id),
  );
  return failing.flatMap(({ id, said, day }) => {
    const head = heads.find((each) => each.id === id);
    return head
      ? [{ href: subject.page(id), number: head.number, title: head.title, said, day }]
      : [];
  });
};

/**
 * Runs a draft over the records of some months, and beside it the version in force where there is one:
 * nothing is kept. 422 with its path for a condition that cannot stand; 404 for no such kind of records.
 */
export const tryControl = async (db: Db, input: TryInput): Promise<Tried> => {
  const checkName = ownCheckName(input.noun);
  const own = ownSubjectOf(checkName)?.own;
  if (!own) throw notFound("kind of records");
  const [fault] = objectionsToOwn(input.condition, own.fields);
  if (fault) throw invalidField(`condition.${fault.path}`, fault.sentence);
  const subject = controlSubject(input.noun)!;
  const { condition, demands } = input;
  const draft: Checked = { checkName, name: "", condition, demands, policyId: null };
  const before = (await controlsInForce(db)).find((c) => c.controlId === input.definitionId);
  let tried = nothing(before !== undefined);
  let after: string | null = null;
  for (let looked = 0; looked < most.records;) {
    const ids: string[] = await subject.all(db, after, most.batch);
    const answers = await answersOf(db, draft, ids, input);
    tried = addTo(tried, answers, before ? await answersOf(db, before, ids, input) : null);
    const failing = [...tried.failing, ...(await shownOf(db, subject, answers))];
    tried = { ...tried, failing: failing.slice(0, most.shown) };
    looked += ids.length;
    if (ids.length < most.batch) return tried;
    after = ids.at(-1)!;
  }
  return { ...tried, whole: false };
};
