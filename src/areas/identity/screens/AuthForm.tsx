import { useState, type FormEvent, type ReactNode } from "react";
import {
  FormProvider,
  useForm,
  type DefaultValues,
  type FieldValues,
  type Resolver,
} from "react-hook-form";
import { ApiProblem, messageOf, type FieldProblem } from "#web/kit/api.ts";
import { ErrorSummary } from "#web/kit/form/ErrorSummary.tsx";
import { flatErrors, ProblemsContext } from "#web/kit/form/FormContext.ts";

type Refusal = { problems: readonly FieldProblem[]; general: string | null; attempt: number };
type AuthFormProps<T extends FieldValues> = {
  defaultValues: DefaultValues<T>;
  resolver?: Resolver<T>;
  submitLabel: string;
  onSubmit: (values: T) => Promise<void>;
  /** Takes a refusal over (shows its own offer); true when it did. */
  onRefused?: (problem: ApiProblem, values: T) => boolean;
  children: ReactNode;
};

/**
 * A short form that keeps no draft and lets people leave: passwords and codes. Otherwise as the
 * kit's form.
 */
export function AuthForm<T extends FieldValues>({
  defaultValues,
  resolver,
  submitLabel,
  onSubmit,
  onRefused,
  children,
}: AuthFormProps<T>) {
  const form = useForm<T>({
    defaultValues,
    ...(resolver ? { resolver } : {}),
    mode: "onSubmit",
    reValidateMode: "onSubmit",
    shouldFocusError: false,
  });
  const [refusal, setRefusal] = useState<Refusal>({ problems: [], general: null, attempt: 0 });
  const send = async (values: T) => {
    setRefusal((old) => ({ ...old, problems: [], general: null }));
    try {
      await onSubmit(values);
    } catch (error) {
      if (error instanceof ApiProblem && onRefused?.(error, values)) return;
      const problems = error instanceof ApiProblem ? error.errors : [];
      setRefusal((old) => ({
        problems,
        general: problems.length ? null : messageOf(error),
        attempt: old.attempt + 1,
      }));
    }
  };
  const again = () =>
    setRefusal((old) => ({ problems: [], general: null, attempt: old.attempt + 1 }));
  const submit = (event: FormEvent) => void form.handleSubmit(send, again)(event);
  const own = refusal.attempt > 0 ? flatErrors(form.formState.errors) : [];
  const busy = form.formState.isSubmitting;
  return (
    <FormProvider {...form}>
      <ProblemsContext value={refusal.problems}>
        <form className="form" noValidate onSubmit={submit} aria-busy={busy}>
          <ErrorSummary
            problems={[...own, ...refusal.problems]}
            general={refusal.general}
            attempt={refusal.attempt}
          />
          {children}
          <button
            type="submit"
            className="btn btn-primary !h-11 w-full !text-16"
            aria-disabled={busy}
          >
            {submitLabel}
          </button>
        </form>
      </ProblemsContext>
    </FormProvider>
  );
}
