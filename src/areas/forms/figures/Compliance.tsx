import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, TableSkeleton } from "#web/kit/states.tsx";
import { counted } from "#kernel/words.ts";

type Form = { id: string; name: string; findings: { sentence: string; ok: boolean }[] };

/** What of each form in force holds, and what somebody should mend in its next version. */
export function Compliance() {
  const list = useGet<{ items: Form[] }>("form-definitions", "/api/v1/form-compliance");
  if (list.isPending) return <TableSkeleton columns={2} label="Looking at the forms" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The checks" />;
  const forms = list.data.items;
  if (forms.length === 0)
    return (
      <EmptyState kind="first-use" title="No form is in force">
        Forms are looked at here once they are published.
      </EmptyState>
    );
  const open = forms.flatMap((form) => form.findings.filter((each) => !each.ok)).length;
  return (
    <div className="stack">
      <p>
        {counted(forms.length, "form")} in force, {counted(open, "open point")}.
      </p>
      {forms.map((form) => (
        <Panel key={form.id} title={form.name}>
          <ul className="checks" aria-label={`What was looked at of ${form.name}`}>
            {form.findings.map(({ sentence, ok }) => (
              <li key={sentence} className={ok ? "pass" : "warn"}>
                {sentence}
              </li>
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}
