import { useRef, useState, type FormEvent, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  useFormState,
  type DefaultValues,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { ApiProblem, messageOf, type FieldProblem } from "#web/kit/api.ts";
import { ErrorSummary } from "#web/kit/form/ErrorSummary.tsx";
import { flatErrors, ProblemsContext } from "#web/kit/form/FormContext.ts";

/** What is wrong with a form of the field, at its fields. */
export class Wrong extends Error {
  override name = "Wrong";
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super(problems[0]?.message ?? "Something is missing.");
    this.problems = problems;
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof ApiProblem || !(error instanceof Error) ? messageOf(error) : error.message;

const noProblems: { list: readonly FieldProblem[]; general: string | null; attempt: number } = {
  list: [],
  general: null,
  attempt: 0,
};

const problemsOf = (error: unknown): readonly FieldProblem[] =>
  error instanceof Wrong ? error.problems : error instanceof ApiProblem ? error.errors : [];

const useSending = <T extends FieldValues>(
  form: UseFormReturn<T>,
  onSubmit: (values: T) => Promise<unknown>,
) => {
  const [problems, setProblems] = useState(noProblems);
  const busy = useRef(false);
  const refuse = (list: readonly FieldProblem[], general: string | null) =>
    setProblems((old) => ({ list, general, attempt: old.attempt + 1 }));
  const send = async (values: T) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await onSubmit(values);
      setProblems(noProblems);
    } catch (error) {
      const list = problemsOf(error);
      refuse(list, list.length > 0 ? null : wordsOf(error));
    } finally {
      busy.current = false;
    }
  };
  const submit = (event: FormEvent) => {
    event.stopPropagation();
    void form.handleSubmit(send, () => refuse([], null))(event);
  };
  return { problems, submit };
};

// Apart, so that the form is not drawn anew while it is saved: a slow phone would wait for that first.
function Submit({ label }: { label: string }) {
  const { isSubmitting } = useFormState();
  return (
    <button type="submit" className="btn btn-primary" aria-disabled={isSubmitting}>
      {label}
    </button>
  );
}

/**
 * A form of the field: what is wrong stands above it and at its fields. It sends nothing itself, keeps
 * no draft in clear, and lets people go: whoever wants drafts draws what keeps them as a child.
 */
export function FieldForm<T extends FieldValues>({
  defaultValues,
  submitLabel,
  onSubmit,
  actions,
  foot,
  children,
}: {
  defaultValues: DefaultValues<T>;
  submitLabel: string;
  /** What it throws is shown: `Wrong` and the server's problems at their fields. */
  onSubmit: (values: T) => Promise<unknown>;
  actions?: ReactNode;
  /** What stands beside the buttons. */
  foot?: ReactNode;
  children: ReactNode;
}) {
  const form = useForm<T>({ defaultValues, reValidateMode: "onSubmit", shouldFocusError: false });
  const { problems, submit } = useSending(form, onSubmit);
  const own = problems.attempt > 0 ? flatErrors(form.formState.errors) : [];
  return (
    <FormProvider {...form}>
      <ProblemsContext value={problems.list}>
        <form className="form" noValidate autoComplete="off" onSubmit={submit}>
          <ErrorSummary
            problems={[...own, ...problems.list]}
            general={problems.general}
            attempt={problems.attempt}
          />
          {children}
          <div className="form-foot">
            <Submit label={submitLabel} />
            {actions}
            {foot}
          </div>
        </form>
      </ProblemsContext>
    </FormProvider>
  );
}
