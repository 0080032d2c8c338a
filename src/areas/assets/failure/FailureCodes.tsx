import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { CheckboxField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import { failureCodeForm } from "./failure.form.ts";
import { failureKinds, type FailureKind } from "./failure.labels.ts";
import type { FailureRow } from "./failure.model.ts";

function CodeDialog({ of, onClose }: { of: FailureRow | null; onClose: () => void }) {
  return (
    <RecordDialog
      form={failureCodeForm}
      {...(of && { record: of })}
      put
      title={of ? `Change ${of.code}` : "New code"}
      description="Who completes a job chooses it, so that failures can be counted."
      onClose={onClose}
    >
      <SelectField name="kind" label="For" options={options(failureKinds)} />
      <TextField name="code" label="Code" required maxLength={20} />
      <TextField name="name" label="Meaning" required maxLength={120} />
      <CheckboxField name="active" label="In use" />
    </RecordDialog>
  );
}

const kinds = Object.keys(failureKinds) as FailureKind[];

/** Codes for what was wrong, why, and what was done, with the jobs that ended with each. */
export function FailureCodes() {
  const { can } = useAuth();
  const [open, setOpen] = useState<FailureRow | "new" | null>(null);
  const found = useGet<{ items: FailureRow[] }>("failure-codes", "/api/v1/failure-codes");
  const items = found.data?.items ?? [];
  const edits = can("asset.edit");
  return (
    <Panel title="Failure codes" aside={items.length}>
      <div className="grid gap-4">
        {items.length === 0 && (
          <p className="text-t2">
            No codes yet. With codes for problem, cause and remedy failures can be counted.
          </p>
        )}
        <div className="grid gap-4 md:grid-cols-3">
          {kinds.map((kind) => {
            const own = items.filter((each) => each.kind === kind);
            return own.length === 0 ? null : (
              <section key={kind} aria-label={failureKinds[kind]}>
                <h3 className="text-13 text-t2">{failureKinds[kind]}</h3>
                <ul className="mt-1 grid gap-1">
                  {own.map((each) => (
                    <li key={each.id} className="flex gap-2">
                      <span className="mono">{each.code}</span>
                      {edits ? (
                        <button type="button" className="link" onClick={() => setOpen(each)}>
                          {each.name}
                        </button>
                      ) : (
                        each.name
                      )}
                      <span className="ml-auto text-12 text-t2">
                        {each.active ? each.jobs.toLocaleString("en-US") : "retired"}
                      </span>
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
        </div>
        {edits && (
          <div>
            <button type="button" className="btn btn-small" onClick={() => setOpen("new")}>
              New code
            </button>
          </div>
        )}
      </div>
      {open && <CodeDialog of={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </Panel>
  );
}
