import { useEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from "react";
import { FormProvider, useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { ApiProblem, messageOf, type FieldProblem } from "#web/kit/api.ts";
import { dropDraft, keepDraft, readDraft } from "#web/kit/form/draft.ts";
import { ErrorSummary } from "#web/kit/form/ErrorSummary.tsx";
import { ProblemsContext } from "#web/kit/form/FormContext.ts";
import { fieldsOf, type Asked, type FormPage } from "../form/form.labels.ts";
import { judge, type Times, type Verdict } from "../form/judge.model.ts";
import { validateHere } from "../form/validate.model.ts";
import type { FormFile } from "../file/file.model.ts";
import { FilesProvider, noDoor, type FileDoor } from "../file/FilesContext.ts";
import { Answers } from "./Answers.tsx";
import { Question } from "./Question.tsx";
import { answersOf, filesIn, typedOf, type Typed } from "./typed.model.ts";

type Filling = {
  form: Asked;
  /** The agency's day and calendar, of forms whose rules go by them. */
  times?: Times | undefined;
  /** What is known already, by question. */
  begun: Readonly<Record<string, unknown>>;
  /** Where its files are put and read; without it there are none. */
  door?: FileDoor;
  /** The files that `begun` names. */
  files?: readonly FormFile[];
  /** Keeps what is typed on this device under this name; null keeps none. */
  draftKey: string | null;
  sendLabel: string;
  /** Amounts, days and numbers stand beside each other where there is room: forms full of figures. */
  pairs?: boolean;
  /** What is wrong with what is asked beside the form's own questions, which its rules do not know. */
  beside?: (answers: Readonly<Record<string, unknown>>) => readonly FieldProblem[];
  /** Sends the answers that count. What it throws becomes the summary of errors. */
  onSend: (answers: Record<string, unknown>) => Promise<unknown>;
  /** Takes how to read what is typed now, for whoever must keep it before the form is drawn anew. */
  typedNowRef?: RefObject<(() => Record<string, unknown>) | null>;
  /** Keeps what was typed so far as a draft on the server. */
  onKeep?: (answers: Record<string, unknown>) => Promise<unknown>;
};

const noProblems: { list: readonly FieldProblem[]; general: string | null; attempt: number } = {
  list: [],
  general: null,
  attempt: 0,
};

const firstOf = (path: string) => path.split(".")[0]!;
const pageOf = (form: Asked, path: string): number =>
  form.pages.findIndex((page) =>
    fieldsOf({ pages: [page] }).some((field) => field.key === firstOf(path)),
  );

/**
 * Server paths ("answers.rows.0.cost", "email") as the names of the fields on the screen; what is
 * asked beside the form's own questions begins with an underscore.
 */
const onScreen = (form: Asked, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map(({ path, message }) => {
    const name = path.replace(/^(?:body\.)?(?:answers\.)?/, "");
    const beside = !path.includes("answers.") && pageOf(form, `_${name}`) >= 0;
    return { path: beside ? `_${name}` : name, message };
  });

const useDraft = (form: UseFormReturn<Typed>, draftKey: string | null) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { reset, watch, getValues } = form;
  useEffect(() => {
    if (!draftKey) return;
    const draft = readDraft<Typed>(draftKey);
    if (draft) reset({ ...getValues(), ...draft.values });
    const watching = watch(() => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => keepDraft(draftKey, getValues()), 400);
    });
    return () => {
      clearTimeout(timer.current);
      watching.unsubscribe();
    };
  }, [draftKey, reset, watch, getValues]);
  return () => {
    clearTimeout(timer.current);
    if (draftKey) dropDraft(draftKey);
  };
};

const short: ReadonlySet<string> = new Set(["money", "number", "date"]);

function Page({ page, verdict, pairs }: { page: FormPage; verdict: Verdict; pairs: boolean }) {
  return page.sections.map((section, at) => {
    const fields = section.fields.filter((field) => verdict.shown.has(field.key));
    if (fields.length === 0) return null;
    return (
      <section key={section.title + String(at)} className="form-section">
        {section.title && <h3>{section.title}</h3>}
        {section.help && <p className="text-t2">{section.help}</p>}
        <div className={`grid items-end gap-4 ${pairs ? "sm:grid-cols-2 xl:grid-cols-3" : ""}`}>
          {fields.map((field) => (
            <div
              key={field.key}
              data-question={field.key}
              className={`min-w-0 ${pairs && !short.has(field.kind) ? "sm:col-span-full" : ""}`}
            >
              <Question
                field={field}
                required={verdict.required.has(field.key)}
                computed={verdict.answers[field.key]}
              />
            </div>
          ))}
        </div>
      </section>
    );
  });
}

/** Pages that show something now; a page whose questions are all hidden is passed over. */
const livePages = (form: Asked, verdict: Verdict): number[] =>
  form.pages.flatMap((page, at) =>
    fieldsOf({ pages: [page] }).some((field) => verdict.shown.has(field.key)) ? [at] : [],
  );

/** What was typed before other answers hid its question: whoever sends sees that it stays here. */
function LeftOut({ form, hidden }: { form: Asked; hidden: readonly string[] }) {
  if (hidden.length === 0) return null;
  const names = fieldsOf(form)
    .filter(({ key }) => hidden.includes(key))
    .map(({ label }) => label);
  return (
    <p className="notice">
      Not sent, because it is not asked with your other answers: {names.join(", ")}.
    </p>
  );
}

type Course = {
  form: Asked;
  verdict: Verdict;
  page: number | "check";
  to: (page: number | "check") => void;
  refuse: (problems: readonly FieldProblem[], general?: string | null) => void;
};

// One step on, unless something on this page is wrong; at the end a look at all answers.
const goOn = ({ form, verdict, page, to, refuse }: Course): void => {
  if (page === "check") return;
  const here = verdict.errors.filter((error) => pageOf(form, error.path) === page);
  if (here.length > 0) return refuse(here);
  const next = livePages(form, verdict).find((at) => at > page);
  to(next ?? "check");
};
const goBack = ({ form, verdict, page, to }: Course): void => {
  const before = livePages(form, verdict).filter((at) => page === "check" || at < page);
  to(before.at(-1) ?? 0);
};

function Foot({
  course,
  sending,
  sendLabel,
  onSend,
  onKeep,
}: {
  course: Course;
  sending: boolean;
  sendLabel: string;
  onSend: () => void;
  onKeep?: (() => void) | undefined;
}) {
  const first = course.page === (livePages(course.form, course.verdict)[0] ?? 0);
  return (
    <div className="form-foot">
      {course.page === "check" ? (
        <button
          type="button"
          className="btn btn-primary"
          aria-disabled={sending}
          onClick={() => {
            if (!sending) onSend();
          }}
        >
          {sending ? "Sending…" : sendLabel}
        </button>
      ) : (
        <button type="submit" className="btn btn-primary">
          Continue
        </button>
      )}
      {!first && (
        <button type="button" className="btn" onClick={() => goBack(course)}>
          Back
        </button>
      )}
      {onKeep && (
        <button type="button" className="btn btn-quiet" onClick={onKeep}>
          Save as draft
        </button>
      )}
    </div>
  );
}

/**
 * What is wrong with answers that somebody has left, by their questions; an empty one is told when
 * they go on.
 */
const useLeft = (verdict: Verdict, problems: readonly FieldProblem[]) => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const told = new Set(problems.map(({ path }) => firstOf(path)));
  const wrong = verdict.errors.filter(({ path }) => {
    const key = firstOf(path);
    return left.has(key) && key in verdict.answers && !told.has(key);
  });
  const leave = ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
    const question = target.closest<HTMLElement>("[data-question]");
    const key = question?.dataset.question;
    if (key && !question.contains(relatedTarget as Node | null))
      setLeft((old) => (old.has(key) ? old : new Set([...old, key])));
  };
  return { shown: [...problems, ...wrong], leave };
};

const useFilling = ({ form, times, begun, files, draftKey, beside, onSend, onKeep }: Filling) => {
  const fields = useForm<Typed>({
    defaultValues: useMemo(() => typedOf(form, begun, files), [form, begun, files]),
  });
  const forget = useDraft(fields, draftKey);
  const typed = useWatch({ control: fields.control }) as Typed;
  const answers = answersOf(form, typed);
  const judged = judge(form, answers, validateHere, times);
  const verdict: Verdict = {
    ...judged,
    errors: [...judged.errors, ...(beside?.(judged.answers) ?? [])],
  };
  const [page, setPage] = useState<number | "check">(0);
  const [problems, setProblems] = useState(noProblems);
  const [sending, setSending] = useState(false);
  const refuse = (list: readonly FieldProblem[], general: string | null = null) =>
    setProblems((old) => ({ list, general, attempt: old.attempt + 1 }));
  const to = (next: number | "check") => {
    setProblems((old) => ({ ...old, list: [], general: null }));
    setPage(next);
  };
  const attempt = async (work: () => Promise<unknown>) => {
    setSending(true);
    try {
      await work();
      forget();
    } catch (error) {
      const found = error instanceof ApiProblem ? onScreen(form, error.errors) : [];
      const place = found[0] ? pageOf(form, found[0].path) : -1;
      if (place >= 0) setPage(place);
      refuse(found, found.length > 0 ? null : messageOf(error));
    } finally {
      setSending(false);
    }
  };
  const send = () => {
    const wrong = verdict.errors[0];
    if (!wrong) return void attempt(() => onSend(verdict.answers));
    to(Math.max(0, pageOf(form, wrong.path)));
    refuse(verdict.errors.filter((e) => pageOf(form, e.path) === pageOf(form, wrong.path)));
  };
  const course: Course = { form, verdict, page, to, refuse };
  const keep = onKeep ? () => void attempt(() => onKeep(answers)) : undefined;
  return { fields, course, problems, sending, send, keep, files: filesIn(form, typed) };
};

/**
 * Draws a form page by page, runs its logic while somebody types, and shows all answers before they
 * are sent. An answer that a rule hides stays in its field and is not sent.
 */
export function FormFiller(props: Filling) {
  const { fields, course, problems, sending, send, keep, files } = useFilling(props);
  const { door = noDoor } = props;
  const { shown, leave } = useLeft(course.verdict, problems.list);
  const { form, verdict, page } = course;
  const head = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) head.current?.focus();
    moved.current = true;
  }, [page]);
  const { typedNowRef } = props;
  useEffect(() => {
    if (typedNowRef) typedNowRef.current = () => answersOf(form, fields.getValues());
  }, [typedNowRef, form, fields]);
  const live = livePages(form, verdict);
  const current = page === "check" ? null : form.pages[page];
  return (
    <FormProvider {...fields}>
      <FilesProvider value={{ door, files }}>
        <ProblemsContext value={shown}>
          <form
            className="form"
            noValidate
            // Browsers keep fields with the session of their windows, in clear.
            autoComplete={props.draftKey === null ? "off" : "on"}
            onBlur={leave}
            onSubmit={(event) => {
              event.preventDefault();
              event.stopPropagation();
              goOn(course);
            }}
          >
            <div className="grid gap-1">
              <p className="text-13 text-t3">
                {page === "check"
                  ? "Last step"
                  : `Page ${live.indexOf(page) + 1} of ${Math.max(1, live.length)}`}
              </p>
              <h2 ref={head} tabIndex={-1}>
                {current ? current.title : "Check your answers"}
              </h2>
            </div>
            <ErrorSummary
              problems={problems.list}
              general={problems.general}
              attempt={problems.attempt}
            />
            {!current && <LeftOut form={form} hidden={verdict.hidden} />}
            {current ? (
              <Page page={current} verdict={verdict} pairs={props.pairs ?? false} />
            ) : (
              <Answers
                form={form}
                answers={verdict.answers}
                has={(key) => verdict.shown.has(key)}
                onChange={course.to}
              />
            )}
            <Foot
              course={course}
              sending={sending}
              sendLabel={props.sendLabel}
              onSend={send}
              onKeep={keep}
            />
          </form>
        </ProblemsContext>
      </FilesProvider>
    </FormProvider>
  );
}
