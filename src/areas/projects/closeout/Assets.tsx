import { Plus } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { formatCents } from "#kernel/money.ts";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { DateField, FormRow, MoneyField, SelectField, TextField } from "#web/kit/form/fields.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Held } from "#web/kit/Held.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { LineTable } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { ProjectAssets } from "./asset.model.ts";

type Code = ProjectAssets["codes"][number];

const left = (code: Code): number => code.billed - code.onAssets;
const called = (code: Code): string =>
  [code.code, code.name].filter(Boolean).join(" ") || "Not coded";

type Draft = {
  name: string;
  classId: string;
  code: string;
  cents: number | null;
  warrantyUntil: string;
};

function DraftDialog({
  projectId,
  codes,
  onClose,
}: {
  projectId: string;
  codes: readonly Code[];
  onClose: () => void;
}) {
  return (
    <PostDialog<Draft>
      title="Draft an asset"
      description="It is planned, at the place and with the completion day of the project. Whoever keeps assets puts it into service."
      path={`/api/v1/projects/${projectId}/actions/draftAsset`}
      submit="Draft it"
      values={{
        name: "",
        classId: "",
        code: codes[0]?.costCodeId ?? "",
        cents: codes[0] ? left(codes[0]) : null,
        warrantyUntil: "",
      }}
      nouns={["projects", "assets"]}
      bodyOf={({ name, classId, code, cents, warrantyUntil }) => ({
        name,
        classId,
        cents,
        costCodeId: code || null,
        warrantyUntil: warrantyUntil || null,
      })}
      onClose={onClose}
      onDone={() => notify.done("Drafted", "It stands among the assets as planned.")}
    >
      <TextField name="name" label="Asset" hint="Such as: duplex pump set" required />
      <Combobox<{ id: string; name: string; code: string }>
        name="classId"
        label="Class"
        required
        path="/api/v1/asset-classes"
        itemLabel={(one) => one.name}
        itemHint={(one) => one.code}
      />
      <FormRow>
        <SelectField
          name="code"
          label="Cost code"
          options={codes.map((code) => ({
            value: code.costCodeId ?? "",
            label: `${called(code)}: ${formatCents(left(code))} on no asset`,
          }))}
        />
        <MoneyField name="cents" label="Cost" required />
        <DateField name="warrantyUntil" label="Warranty until" />
      </FormRow>
    </PostDialog>
  );
}

const sentence = (codes: readonly Code[]): string => {
  const sum = (of: (code: Code) => number) => codes.reduce((n, code) => n + of(code), 0);
  const over = codes.filter((code) => left(code) < 0);
  if (over.length > 0)
    return `Assets bear more than is billed: ${over.map((code) => `${called(code)} by ${formatCents(-left(code))}`).join(", ")}. A bill was voided since: correct the cost of the asset.`;
  if (codes.length === 0) return "Nothing is billed yet.";
  return `${formatCents(sum((code) => code.onAssets))} of ${formatCents(sum((code) => code.billed))} that was billed is on assets.`;
};

/** What a project built, as assets with the cents that its cost codes were billed. */
export function Assets({ projectId }: { projectId: string }) {
  const [drafting, setDrafting] = useState(false);
  const { data, error, refetch } = useGet<ProjectAssets>(
    "projects",
    `/api/v1/projects/${projectId}/assets`,
  );
  if (error) return <ErrorPanel error={error} what="Its assets" onRetry={() => void refetch()} />;
  if (!data) return null;
  const open = data.codes.filter((code) => left(code) > 0);
  return (
    <section className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto">Assets that it built</h2>
        {data.takesAssets && open.length > 0 && (
          <Held permission="project.edit" what="Draft an asset">
            <button type="button" className="btn btn-secondary" onClick={() => setDrafting(true)}>
              <Plus aria-hidden="true" />
              Draft an asset
            </button>
          </Held>
        )}
      </div>
      <p className="text-t2">{sentence(data.codes)}</p>
      {data.assets.length > 0 && (
        <LineTable
          label="Assets of the project"
          lines={data.assets}
          keyOf={(a) => a.id}
          parts={[
            {
              label: "Asset",
              as: "title",
              cell: (a) => (
                <Link to={pathTo("asset", { id: a.id })}>
                  <span className="mono">{a.number}</span> {a.name}
                </Link>
              ),
            },
            { label: "Cost code", words: true, cell: (a) => a.code },
            {
              label: "Cost, $",
              as: "amount",
              cell: (a) => formatCents(a.cents, { symbol: false }),
            },
          ]}
        />
      )}
      {drafting && (
        <DraftDialog projectId={projectId} codes={open} onClose={() => setDrafting(false)} />
      )}
    </section>
  );
}
