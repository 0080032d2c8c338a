import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { CheckboxField, QuantityField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { RecordDialog } from "#web/kit/form/RecordForm.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { FailureCodes } from "../failure/FailureCodes.tsx";
import { conditionScales } from "./asset.labels.ts";
import type { ClassRow } from "./asset.model.ts";
import { assetClassForm } from "./class.form.ts";

function ClassDialog({ of, onClose }: { of: ClassRow | null; onClose: () => void }) {
  return (
    <RecordDialog
      form={assetClassForm}
      {...(of && { record: of })}
      put
      title={of ? `Change ${of.name}` : "New class"}
      description="The useful life is what new assets of the class begin with."
      onClose={onClose}
    >
      <TextField name="code" label="Code" required maxLength={20} />
      <TextField name="name" label="Name" required maxLength={120} />
      <SelectField
        name="conditionScale"
        label="Scale of condition"
        options={options(conditionScales)}
      />
      <QuantityField name="lifeMonths" label="Useful life" unit="months" decimals={0} />
      <TextField
        name="certificates"
        label="Certificates demanded"
        maxLength={300}
        hint="Codes by commas, such as CDL-A. Work on such an asset begins once they are shown or acknowledged."
      />
      <CheckboxField
        name="publicReports"
        label="Anybody may report by its label"
        hint="Who scans the label without an account gets the public form, and reads its name and where it is."
      />
      <CheckboxField name="active" label="In use" />
    </RecordDialog>
  );
}

/** /asset-management/classes: kinds of assets with their scale of condition and useful life. */
export default function AssetClasses() {
  const { can } = useAuth();
  const [open, setOpen] = useState<ClassRow | "new" | null>(null);
  const found = useGet<{ items: ClassRow[] }>("asset-classes", "/api/v1/asset-classes", {
    first: true,
  });
  const edits = can("asset.edit");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Asset classes</h1>
        {edits && (
          <button type="button" className="btn btn-primary" onClick={() => setOpen("new")}>
            New class
          </button>
        )}
      </div>
      {found.isPending && <RecordSkeleton />}
      {found.isError && (
        <ErrorPanel error={found.error} what="The classes" onRetry={() => void found.refetch()} />
      )}
      {found.data?.items.length === 0 && (
        <EmptyState kind="first-use" title="No classes yet">
          A class says in which scale a condition is read and how long such assets last.
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <Panel title="Classes" aside={found.data.items.length}>
          <div className="overflow-x-auto">
            <table className="ledger w-full">
              <thead>
                <tr>
                  <th scope="col">Code</th>
                  <th scope="col">Class</th>
                  <th scope="col">Condition</th>
                  <th scope="col" className="text-right">
                    Useful life, months
                  </th>
                  <th scope="col" className="text-right">
                    Assets
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.data.items.map((c) => (
                  <tr key={c.id}>
                    <td className="mono">{c.code}</td>
                    <td>
                      {edits ? (
                        <button type="button" className="link" onClick={() => setOpen(c)}>
                          {c.name}
                        </button>
                      ) : (
                        c.name
                      )}
                      {!c.active && <span className="ml-2 text-12 text-t2">retired</span>}
                    </td>
                    <td>{conditionScales[c.conditionScale].label}</td>
                    <td className="text-right tabular-nums">{c.lifeMonths ?? ""}</td>
                    <td className="text-right tabular-nums">{c.assets.toLocaleString("en-US")}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      )}
      <FailureCodes />
      {open && <ClassDialog of={open === "new" ? null : open} onClose={() => setOpen(null)} />}
    </div>
  );
}
