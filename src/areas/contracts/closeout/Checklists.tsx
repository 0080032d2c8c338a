import { useState } from "react";
import { formatInstant } from "#kernel/dates.ts";
import { definitionStatuses } from "#kernel/definition.ts";
import { options } from "#kernel/labels.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { saveDefinition } from "#web/kit/definition/saveDefinition.ts";
import { StepDialog } from "#web/kit/definition/StepDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { FormDialog } from "#web/kit/form/FormDialog.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { contractKinds } from "../contract/contract.labels.ts";
import { proofs } from "./closeout.labels.ts";
import type { Checklist } from "./closeout.model.ts";
import { shippedList } from "./shipped.data.ts";

const path = "/api/v1/closeout-checklists";
type Line = { proof: string; title: string; hint: string; kind: string };
type Values = { name: string; items: Line[] };
const proofChoices = options(proofs);
const kindChoices = [{ value: "", label: "Every contract" }, ...options(contractKinds)];

function EditDialog({ list, onClose }: { list: Checklist; onClose: () => void }) {
  const save = useMutationAction<Checklist>("closeout-checklists");
  const next = list.status !== "draft";
  const submit = async ({ name, items }: Values) => {
    const body = { name, items: items.map((item) => ({ ...item, kind: item.kind || null })) };
    await save.mutateAsync(
      next
        ? { path: `${path}?nextVersionOf=${list.definitionId}`, body }
        : { method: "PATCH", path: `${path}/${list.id}`, body, version: list.version },
    );
    notify.done("Draft saved", "Closeouts take it once it is published.");
    onClose();
  };
  return (
    <FormDialog<Values>
      title={next ? `Next version of ${list.name}` : `Change ${list.name}`}
      description="Orders, retainage and retention are asked of every contract."
      className="dialog dialog-wide"
      defaultValues={{
        name: list.name,
        items: list.items.map((item) => ({ ...item, kind: item.kind ?? "" })),
      }}
      submitLabel="Save draft"
      wide
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <LineItems
        name="items"
        label="Items"
        blank={() => ({ proof: "other", title: "", hint: "", kind: "" })}
        columns={[
          { name: "title", label: "What must be done", kind: "text", required: true },
          {
            name: "proof",
            label: "Proven by",
            kind: "select",
            required: true,
            options: proofChoices,
          },
          { name: "kind", label: "Asked of", kind: "select", options: kindChoices },
          { name: "hint", label: "Hint", kind: "text" },
        ]}
      />
    </FormDialog>
  );
}

type Doing = { list: Checklist; what: "edit" | "publish" | "retire" };

function Items({
  items,
}: {
  items: readonly Pick<Checklist["items"][number], "title" | "kind">[];
}) {
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={`${item.kind} ${item.title}`}>
          {item.title}
          {item.kind && <span className="text-t2"> · {contractKinds[item.kind]}</span>}
        </li>
      ))}
    </ul>
  );
}

function One({ list, onDo }: { list: Checklist; onDo: (doing: Doing) => void }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  const button = (label: string, what: Doing["what"]) => (
    <button type="button" className="btn btn-small" onClick={() => onDo({ list, what })}>
      {label}
    </button>
  );
  return (
    <Panel
      title={`${list.name}, version ${list.versionNo}`}
      aside={<StatusBadge statuses={definitionStatuses} status={list.status} />}
    >
      <div className="grid gap-3">
        <Items items={list.items} />
        {list.publishedAt && (
          <p className="text-13 text-t3">Published {formatInstant(list.publishedAt, timeZone)}</p>
        )}
        <p className="flex flex-wrap gap-2">
          {can("clause.edit") && list.status === "draft" && button("Edit", "edit")}
          {can("clause.edit") && list.status === "published" && button("Next version", "edit")}
          {can("clause.publish") && list.status === "draft" && button("Publish", "publish")}
          {can("clause.publish") && list.status !== "retired" && button("Retire", "retire")}
          {can("clause.edit") && (
            <button
              type="button"
              className="btn btn-small"
              onClick={() => void saveDefinition(path, list)}
            >
              Export as a file
            </button>
          )}
        </p>
      </div>
    </Panel>
  );
}

const texts = {
  publish:
    "Closeouts that begin from now on take these items. Contracts that are in closeout keep the items that they began with.",
  retire:
    "Closeouts that begin from now on take the product's own list until another one is published.",
};

/** /contract-management/closeout: what a closeout asks, in versions. */
export default function Checklists() {
  const { can } = useAuth();
  const lists = useGet<{ items: Checklist[] }>("closeout-checklists", path, { first: true });
  const act = useMutationAction("closeout-checklists");
  const [doing, setDoing] = useState<Doing | null>(null);
  if (lists.isPending) return <RecordSkeleton />;
  if (!lists.data) return <ErrorPanel error={lists.error} what="The lists" />;
  const draft = () =>
    act.mutate(
      { path: `${path}/actions/draftShipped` },
      { onError: (error) => notify.failed("Nothing was drafted", error) },
    );
  return (
    <div className="stack">
      <h1>What a closeout asks</h1>
      {lists.data.items.length === 0 && (
        <Panel
          title="The list that comes with the product holds"
          aside={
            can("clause.edit") && (
              <button type="button" className="btn btn-small btn-primary" onClick={draft}>
                Make it yours
              </button>
            )
          }
        >
          <Items items={shippedList.items} />
        </Panel>
      )}
      {lists.data.items.map((list) => (
        <One key={list.id} list={list} onDo={setDoing} />
      ))}
      {doing?.what === "edit" && <EditDialog list={doing.list} onClose={() => setDoing(null)} />}
      {doing && doing.what !== "edit" && (
        <StepDialog
          path={path}
          version={doing.list}
          action={doing.what}
          text={texts[doing.what]}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  );
}
