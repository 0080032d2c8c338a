import {
  createContext,
  use,
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type ReactNode,
} from "react";

type Problem = { path: string; message: string };
const ProblemsContext = createContext<readonly Problem[]>([]);

type Sent =
  | { ok: true; message: string; take?: { label: string; href: string } | undefined }
  | { ok: false; problems: readonly Problem[]; general: string };

const post = async (action: string, values: FormData, multipart: boolean): Promise<Sent> => {
  const sent = multipart
    ? { body: values }
    : {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(Object.fromEntries(values)),
      };
  const answer = await fetch(action, { method: "POST", ...sent }).catch(() => null);
  if (!answer)
    return {
      ok: false,
      problems: [],
      general:
        "The server cannot be reached. What you typed is still here: try again when the connection is back.",
    };
  const body = (await answer.json().catch(() => ({}))) as {
    message?: string;
    take?: { label: string; href: string };
    detail?: string;
    errors?: Problem[];
  };
  return answer.ok
    ? { ok: true, message: body.message ?? "Thank you.", take: body.take }
    : {
        ok: false,
        problems: body.errors ?? [],
        general: body.detail ?? "It could not be sent. Try again.",
      };
};

type SiteFormProps = {
  action: string;
  submitLabel: string;
  id: string;
  children: ReactNode;
  /** Sends files as well. */ multipart?: boolean;
};

/**
 * A form of the public site: plain HTML until it is touched, then errors stand beside their fields
 * and nothing typed is lost.
 */
export function SiteForm({ action, submitLabel, id, children, multipart = false }: SiteFormProps) {
  const [state, setState] = useState<Sent | null>(null);
  const [busy, setBusy] = useState(false);
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state) summary.current?.focus();
  }, [state]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const sent = await post(action, new FormData(event.currentTarget), multipart);
    setState(sent);
    setBusy(false);
  };
  if (state?.ok)
    return (
      <div className="notice tone-success" role="status" tabIndex={-1} ref={summary}>
        <div>
          <strong>Thank you</strong>
          <p>{state.message}</p>
          {state.take && (
            <p>
              <a href={state.take.href}>{state.take.label}</a>
            </p>
          )}
        </div>
      </div>
    );
  return (
    <ProblemsContext value={state && !state.ok ? state.problems : []}>
      <form
        className="site-form"
        action={action}
        method="post"
        encType={multipart ? "multipart/form-data" : undefined}
        onSubmit={(event) => void submit(event)}
        noValidate={state !== null}
        aria-busy={busy}
      >
        {state && !state.ok && (
          <div className="notice tone-danger" role="alert" tabIndex={-1} ref={summary}>
            <div>
              <strong>There is a problem</strong>
              {state.problems.length ? (
                <ul>
                  {state.problems.map((each) => (
                    <li key={each.path}>
                      <a href={`#${id}-${each.path}`}>{each.message}</a>
                    </li>
                  ))}
                </ul>
              ) : (
                <p>{state.general}</p>
              )}
            </div>
          </div>
        )}
        {children}
        <div className="visually-hidden" aria-hidden="true">
          <label>
            Leave this empty
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div>
          <button className="btn btn-primary" aria-disabled={busy}>
            {submitLabel}
          </button>
        </div>
      </form>
    </ProblemsContext>
  );
}

type FieldProps = {
  form: string;
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "email" | "tel";
  required?: boolean;
  autoComplete?: string;
  maxLength?: number;
  rows?: number;
  options?: readonly (readonly [value: string, label: string])[];
};

/**
 * What the server asks before it takes what was sent: a box that appears with its question, and says
 * `value` when it is ticked.
 */
export function SiteQuestion({
  form,
  name,
  value,
  label,
}: {
  form: string;
  name: string;
  value: string;
  label: string;
}) {
  const problem = use(ProblemsContext).find((each) => each.path === name)?.message;
  if (!problem) return null;
  const id = `${form}-${name}`;
  return (
    <div className="field">
      <p className="error" id={`${id}-error`}>
        {problem}
      </p>
      <label className="flex gap-2">
        <input type="checkbox" id={id} name={name} value={value} aria-describedby={`${id}-error`} />
        {label}
      </label>
    </div>
  );
}

const described = (id: string, hint: string | undefined, problem: string | undefined) =>
  [hint && `${id}-hint`, problem && `${id}-error`].filter(Boolean).join(" ") || undefined;

/** A labelled field with its hint and the server's words about it. */
export function SiteField({
  form,
  name,
  label,
  hint,
  type = "text",
  required = false,
  autoComplete,
  maxLength,
  rows,
  options,
}: FieldProps) {
  const id = `${form}-${name}`;
  const problem = use(ProblemsContext).find((each) => each.path === name)?.message;
  const common = {
    id,
    name,
    required,
    className: "field-control",
    "aria-invalid": problem ? true : undefined,
    "aria-describedby": described(id, hint, problem),
    autoComplete,
    maxLength,
  };
  return (
    <div className="field">
      <label htmlFor={id} className="label">
        {label}
        {!required && <span className="optional"> (optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      )}
      {options ? (
        <select {...common}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      ) : rows ? (
        <textarea {...common} rows={rows} />
      ) : (
        <input {...common} type={type} />
      )}
    </div>
  );
}

/** A file of a form of the public site, one at most; what was chosen can be taken away again. */
export function SiteFile({
  form,
  name,
  label,
  hint,
  accept,
}: Pick<FieldProps, "form" | "name" | "label" | "hint"> & { accept: string }) {
  const id = `${form}-${name}`;
  const problem = use(ProblemsContext).find((each) => each.path === name)?.message;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState("");
  const look = () => setChosen(input.current?.files?.[0]?.name ?? "");
  useEffect(look, []); // chosen before the script came
  const remove = () => {
    if (!input.current) return;
    input.current.value = "";
    look();
    input.current.focus();
  };
  return (
    <div className="field">
      <label htmlFor={id} className="label">
        {label}
        <span className="optional"> (optional)</span>
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      )}
      <input
        ref={input}
        id={id}
        name={name}
        type="file"
        accept={accept}
        className="field-control"
        aria-invalid={problem ? true : undefined}
        aria-describedby={described(id, hint, problem)}
        onChange={look}
      />
      {chosen && (
        <div>
          <button
            type="button"
            className="btn btn-quiet"
            aria-label={`Remove ${chosen}`}
            onClick={remove}
          >
            Remove it
          </button>
        </div>
      )}
    </div>
  );
}
