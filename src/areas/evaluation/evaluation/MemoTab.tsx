import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { EvaluationDetail } from "./evaluation.model.ts";
import { useEvaluationAction } from "./Panels.tsx";

type Written = { text: string; by: string | null; at: Instant | null };

function Writing({
  e,
  name,
  title,
  hint,
  written,
  rows = 6,
  aside,
  draft,
}: {
  e: EvaluationDetail;
  name: "analysis" | "competitionFinding" | "memo";
  title: string;
  hint: string;
  written: Written;
  rows?: number;
  aside?: string | undefined;
  draft?: string;
}) {
  const { timeZone } = useAgency();
  const { post, busy } = useEvaluationAction(e.id);
  const [text, setText] = useState(written.text);
  const [kind, setKind] = useState<"price" | "cost">(e.content!.analysis.kind ?? "price");
  const open = e.canManage && (e.status === "price_opened" || e.status === "ranked");
  const save = () =>
    post(
      "save-writing",
      { [name]: text, ...(name === "analysis" ? { analysisKind: kind } : {}) },
      `${title}: saved`,
    );
  return (
    <Panel
      title={title}
      aside={written.at ? `${written.by ?? ""}, ${formatInstant(written.at, timeZone)}` : aside}
    >
      {open ? (
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() && !busy) save();
          }}
        >
          {name === "analysis" && (
            <fieldset className="field">
              <legend>Kind</legend>
              <div className="flex flex-wrap gap-x-6">
                <label className="check">
                  <input
                    type="radio"
                    name="analysis-kind"
                    checked={kind === "price"}
                    onChange={() => setKind("price")}
                  />
                  <span>
                    Price analysis<small>against other bids, earlier prices, the estimate</small>
                  </span>
                </label>
                <label className="check">
                  <input
                    type="radio"
                    name="analysis-kind"
                    checked={kind === "cost"}
                    onChange={() => setKind("cost")}
                  />
                  <span>
                    Cost analysis<small>each element of cost and the profit apart</small>
                  </span>
                </label>
              </div>
            </fieldset>
          )}
          <label className="field">
            <span className="label">{hint}</span>
            <textarea
              className={`field-control ${name === "memo" ? "mono text-13" : ""}`}
              rows={rows}
              maxLength={60_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <div className="flex flex-wrap gap-2">
            <button type="submit" className="btn btn-primary" aria-disabled={!text.trim() || busy}>
              Save
            </button>
            {draft !== undefined && (
              <button type="button" className="btn" onClick={() => setText(draft)}>
                Write it from the record
              </button>
            )}
          </div>
        </form>
      ) : written.text ? (
        <p className={`whitespace-pre-wrap break-words ${name === "memo" ? "mono text-13" : ""}`}>
          {written.text}
        </p>
      ) : (
        <p className="text-t2">Not written.</p>
      )}
    </Panel>
  );
}

/**
 * What the law and the file need in writing: analysis, finding where competition was thin, and the
 * memo that the chair signs.
 */
export function MemoTab({ e }: { e: EvaluationDetail }) {
  const content = e.content!;
  const { timeZone } = useAgency();
  const { memo, analysis, finding } = content;
  if (!["price_opened", "ranked", "recommended", "approved", "ended"].includes(e.status))
    return (
      <Panel title="Recommendation">
        <p className="text-t2">The recommendation is written once the prices are open.</p>
      </Panel>
    );
  return (
    <>
      {content.missing.length > 0 && e.status === "ranked" && (
        <Panel title="Before it can be recommended" aside={`${content.missing.length} to do`}>
          <ul className="checks">
            {content.missing.map((text) => (
              <li key={text} className="warn">
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Writing
        e={e}
        name="analysis"
        title="Cost or price analysis"
        hint={
          analysis.required
            ? `Required above ${analysis.threshold} (2 CFR 200.324).`
            : "Not required at this amount; what is written is kept."
        }
        written={analysis}
        aside={analysis.required ? "required" : "optional"}
      />
      {finding.required && (
        <Writing
          e={e}
          name="competitionFinding"
          title="Finding of inadequate competition"
          hint="Fewer than two responsive bids: why competition was inadequate after soliciting several sources, and why the award is still right (2 CFR 200.320(c))."
          written={finding}
          aside="required"
        />
      )}
      <Writing
        key={memo.text}
        e={e}
        name="memo"
        title="Recommendation memo"
        hint="Anything may be changed; the chair signs it with the recommendation."
        rows={18}
        written={{ text: memo.text, by: null, at: null }}
        draft={memo.draft}
      />
      {memo.signedAt && (
        <Panel title="Signed">
          <p>
            {memo.signedBy}, {formatInstant(memo.signedAt, timeZone)}
          </p>
          <p className="text-13 text-t2">
            SHA-256 <span className="mono break-all">{memo.digest}</span>
          </p>
        </Panel>
      )}
    </>
  );
}
