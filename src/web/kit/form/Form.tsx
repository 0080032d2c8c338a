import { Check, CloudOff, HardDrive } from "lucide-react";
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  useFormState,
  type Control,
  type DefaultValues,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from "react-hook-form";
import { timeAgo } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { ApiProblem, messageOf, type FieldProblem } from "../api.ts";
import { useNow } from "../now.ts";
import { Leaving } from "./Leaving.tsx";
import { ConflictNotice } from "../record/ConflictNotice.tsx";
import { dropDraft, keepDraft, readDraft } from "./draft.ts";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { useEditConflict, type ClashState, type Conflict } from "./useEditConflict.ts";
import { flatErrors, ProblemsContext } from "./FormContext.ts";

export type FormProps<T extends FieldValues> = {
  /**
   * Names the draft on this device: `invoice-new`, `invoice-<id>`. Null keeps none (bank details,
   * tax numbers, passwords).
   */
  formKey: string | null;
  defaultValues: DefaultValues<T>;
  /**
   * Sends the values. What it throws becomes the error summary; an ApiProblem's `errors` go to
   * their fields. `choice` names the button of `choices` that was pressed, null for the first.
   */
  onSubmit: (values: T, choice: string | null) => Promise<unknown>;
  /** zodResolver(schema) or another; without it the fields' own rules hold. */
  resolver?: Resolver<T>;
  submitLabel: string;
  onCancel?: () => void;
  wide?: boolean;
  /**
   * Editing a record: reads it anew when someone else was faster (412), so that both values can be
   * shown.
   */
  conflict?: Conflict;
  /**
   * The version of the record whose values are `defaultValues`: a draft typed over an older one
   * says so when it comes back.
   */
  version?: number;
  /** Other ways to send the same form, beside the first. */
  choices?: readonly { name: string; label: string }[];
  /** Further buttons at the foot. */
  actions?: ReactNode;
  children: ReactNode | ((form: UseFormReturn<T>) => ReactNode);
};

const useDraft = <T extends FieldValues>(
  formKey: string | null,
  form: UseFormReturn<T>,
  { under, comeBack, clear }: ClashState,
) => {
  const [restored, setRestored] = useState<Instant | null>(null);
  const [keptAt, setKeptAt] = useState<Instant | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { watch, reset } = form;
  useEffect(() => {
    if (!formKey) return;
    const draft = readDraft<T>(formKey);
    if (draft) {
      reset(draft.values, { keepDefaultValues: true });
      setRestored(draft.at);
      setKeptAt(draft.at);
      comeBack(draft.under);
    }
    const watching = watch((_, { name }) => {
      if (!name) return;
      clearTimeout(timer.current);
      timer.current = setTimeout(
        () => setKeptAt(keepDraft(formKey, form.getValues(), under())),
        400,
      );
    });
    return () => {
      clearTimeout(timer.current);
      watching.unsubscribe();
    };
  }, [formKey, form, reset, watch, under, comeBack]);
  // What was typed a moment before is not kept after it was sent.
  const drop = () => {
    clearTimeout(timer.current);
    if (formKey) dropDraft(formKey);
  };
  const discard = () => {
    drop();
    reset();
    clear();
    setRestored(null);
    setKeptAt(null);
  };
  return { restored, keptAt, drop, discard };
};

function LeaveGuard<T extends FieldValues>({
  control,
  wasSaved,
  kept,
}: {
  control: Control<T>;
  wasSaved: () => boolean;
  kept: boolean;
}) {
  const { isDirty } = useFormState({ control });
  return (
    <Leaving
      blocks={() => isDirty && !wasSaved()}
      text={
        kept
          ? "What you typed stays on this device as a draft; it is not sent."
          : "What you typed will be lost."
      }
    />
  );
}

function SaveState<T extends FieldValues>({
  control,
  saved: sent,
  kept,
}: {
  control: Control<T>;
  saved: boolean;
  kept: Instant | null;
}) {
  const { isDirty: dirty, isSubmitting: sending } = useFormState({ control });
  const now = useNow();
  const saved = sent && !dirty;
  const keptAt = dirty ? kept : null;
  const text = sending
    ? "Sending…"
    : saved
      ? "Saved"
      : keptAt
        ? `Draft kept on this device, ${timeAgo(keptAt, now)}`
        : dirty
          ? "Not saved yet"
          : "No changes";
  return (
    <span className="save-state" role="status">
      {saved ? (
        <Check aria-hidden="true" />
      ) : keptAt ? (
        <HardDrive aria-hidden="true" />
      ) : dirty ? (
        <CloudOff aria-hidden="true" />
      ) : null}
      {text}
    </span>
  );
}

const useSubmit = <T extends FieldValues>(
  form: UseFormReturn<T>,
  { onSubmit }: FormProps<T>,
  clash: ClashState,
  forget: () => void,
) => {
  const [state, setState] = useState<{
    problems: readonly FieldProblem[];
    general: string | null;
    attempt: number;
    saved: boolean;
  }>({ problems: [], general: null, attempt: 0, saved: false });
  const saved = useRef(false);
  const send = async (values: T, choice: string | null) => {
    setState((old) => ({ ...old, problems: [], general: null }));
    try {
      saved.current = true;
      await onSubmit(values, choice);
      forget();
      form.reset(values);
      clash.saved(values);
      setState((old) => ({ ...old, saved: true }));
    } catch (error) {
      saved.current = false;
      if (await clash.meet(error)) return setState((old) => ({ ...old, saved: false }));
      const problems = error instanceof ApiProblem ? error.errors : [];
      setState((old) => ({
        problems,
        general: problems.length > 0 ? null : messageOf(error),
        attempt: old.attempt + 1,
        saved: false,
      }));
    }
  };
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    if (clash.holds()) return event.preventDefault();
    const pressed = (event.nativeEvent as SubmitEvent).submitter?.getAttribute("value") || null;
    void form.handleSubmit(
      (values) => send(values, pressed),
      () => setState((old) => ({ ...old, problems: [], general: null, attempt: old.attempt + 1 })),
    )(event);
  };
  const [wasSaved] = useState(() => () => saved.current);
  return { ...state, submit, wasSaved };
};

/**
 * A form that loses nothing: summary of what is wrong, a draft on this device, a question before
 * leaving, a visible state. Whether something was
 * changed is asked at the foot alone: asked here, the first key would draw every field anew.
 */
export function Form<T extends FieldValues>(props: FormProps<T>) {
  const { formKey, defaultValues, resolver, submitLabel, onCancel, children } = props;
  const form = useForm<T>({
    defaultValues,
    ...(resolver ? { resolver } : {}),
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const { formState } = form;
  const clash = useEditConflict(form, props);
  const draft = useDraft(formKey, form, clash);
  const { submit, problems, general, attempt, saved, wasSaved } = useSubmit(
    form,
    props,
    clash,
    draft.drop,
  );
  const now = useNow();
  const own = attempt > 0 ? flatErrors(formState.errors) : [];
  return (
    <FormProvider {...form}>
      <ProblemsContext value={problems}>
        <form
          className={`form ${props.wide ? "form-wide" : ""}`}
          noValidate
          onSubmit={submit}
          aria-busy={formState.isSubmitting}
        >
          {draft.restored && (
            <div className="notice tone-info" role="status">
              <HardDrive aria-hidden="true" />
              <div>
                <strong>Your draft is back</strong>
                <p className="text-14">
                  Typed on this device {timeAgo(draft.restored, now)}, not sent yet.{" "}
                  <button type="button" className="underline" onClick={draft.discard}>
                    Discard it
                  </button>
                </p>
              </div>
            </div>
          )}
          <ErrorSummary problems={[...own, ...problems]} general={general} attempt={attempt} />
          {clash.now && (
            <ConflictNotice
              problem={clash.now.problem}
              noun={null}
              differing={clash.now.differing}
              keeps={clash.now.tries}
              onClose={() => clash.settle("mine")}
              onTheirs={
                clash.now.differing.some((each) => !each.untouched)
                  ? () => clash.settle("theirs")
                  : undefined
              }
            />
          )}
          {typeof children === "function" ? children(form) : children}
          <div className="form-foot">
            <button
              type="submit"
              className="btn btn-primary"
              aria-disabled={formState.isSubmitting}
            >
              {submitLabel}
            </button>
            {props.choices?.map((choice) => (
              <button
                key={choice.name}
                type="submit"
                className="btn"
                value={choice.name}
                aria-disabled={formState.isSubmitting}
              >
                {choice.label}
              </button>
            ))}
            {props.actions}
            {onCancel && (
              <button type="button" className="btn btn-quiet" onClick={onCancel}>
                Cancel
              </button>
            )}
            <SaveState control={form.control} saved={saved} kept={draft.keptAt} />
          </div>
        </form>
        <LeaveGuard control={form.control} wasSaved={wasSaved} kept={formKey !== null} />
      </ProblemsContext>
    </FormProvider>
  );
}
