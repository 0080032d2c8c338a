import { useEffect, useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import { api } from "#web/kit/api.ts";
import { Panel } from "#web/kit/states.tsx";

type Answer = { code: string; valid: boolean } | { code: string; failed: true };

/** Answers whether the certificate of a code is valid, and no more of it; `?code=` is what a paper's picture opens. */
export function CheckCode() {
  const [search] = useSearchParams();
  const given = search.get("code") ?? "";
  const [typed, setTyped] = useState(given);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ask = (code: string) =>
    void api<{ valid: boolean }>(`/api/v1/public/certificate-codes/${encodeURIComponent(code)}`)
      .then(({ valid }) => setAnswer({ code, valid }))
      .catch(() => setAnswer({ code, failed: true }));
  useEffect(() => {
    if (given) ask(given);
  }, [given]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) ask(typed.trim());
  };
  return (
    <Panel title="Is a certificate valid?">
      <form className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <label className="field min-w-48 flex-1">
          <span className="label">Code on the certificate</span>
          <input
            className="field-control"
            value={typed}
            maxLength={40}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        <button type="submit" className="btn">
          Check
        </button>
      </form>
      <p className="mt-3" role="status">
        {answer &&
          ("failed" in answer
            ? "It could not be asked now. Try again."
            : answer.valid
              ? `${answer.code} is valid today.`
              : `${answer.code} is not valid.`)}
      </p>
    </Panel>
  );
}
