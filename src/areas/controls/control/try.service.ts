import { notFound, invalidField } from "#kernel/errors.ts";
import { objectionsToOwn } from "#kernel/own-check.ts";
import type { Day } from "#kernel/time.ts";
import { controlSubject, judgeFacts } from "#server/controls/control-checks.ts";
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

/**
 * Runs a draft over the records of some months, and beside it the version in force where there is one:
 * nothing is kept. 422 with its path for a condition that cannot stand; 404 for no such kind of records.
 */
export const tryControl = async (db: Db, input: TryInput): Promise<Tried> => {
  const checkName = ownCheckName(input.noun);
  const subject = ownSubjectOf(checkName);
  if (!subject) throw notFound("kind of records");
  const [fault] = objectionsToOwn(input.condition, subject.own.fields);
  if (fault) throw invalidField(`condition.${fault.path}`, fault.sentence);
  const draft: Checked = {
    checkName,
    name: "",
    condition: input.condition,
    demands: input.demands,
  };
  const before = (await controlsInForce(db)).find((c) => c.controlId === input.definitionId);
  const tried: Tried = {
    judged: 0,
    passed: 0,
    failed: 0,
    unknown: 0,
    failing: [],
    newly: before ? 0 : null,
    noLonger: before ? 0 : null,
    whole: true,
  };
  const page = controlSubject(input.noun)!;
  let after: string | null = null;
  for (let looked = 0; ;) {
    const ids: string[] = await page.all(db, after, most.batch);
    const answers = await answersOf(db, draft, ids, input);
    const old = before ? await answersOf(db, before, ids, input) : [];
    const heads = new Map(
      (
        await page.heads(
          db,
          answers.flatMap(({ id, answer }) => (answer === "fail" ? [id] : [])),
        )
      ).map((head) => [head.id, head]),
    );
    for (const { id, answer, said, day } of answers) {
      if (answer === "not_applicable") continue;
      const stood = old.find((each) => each.id === id)?.answer;
      tried.judged += 1;
      if (answer === "pass") tried.passed += 1;
      if (answer === "unknown") tried.unknown += 1;
      if (before && answer === "fail" && stood !== "fail") tried.newly! += 1;
      if (before && answer !== "fail" && stood === "fail") tried.noLonger! += 1;
      if (answer !== "fail") continue;
      tried.failed += 1;
      const head = heads.get(id);
      if (head && tried.failing.length < most.shown)
        tried.failing.push({
          href: page.page(id),
          number: head.number,
          title: head.title,
          said,
          day,
        });
    }
    looked += ids.length;
    if (ids.length < most.batch) return tried;
    if (looked >= most.records) return { ...tried, whole: false };
    after = ids.at(-1)!;
  }
};
