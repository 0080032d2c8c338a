import { useState } from "react";
import { options } from "#kernel/labels.ts";
import { BudgetNav } from "#areas/budget/budget.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { LineItems } from "#web/kit/form/LineItems.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { TextField } from "#web/kit/form/fields.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { measures, ownAccount, postingEvents, sides } from "./rules.labels.ts";
import type { RuleLine, RulesRow } from "./rules.model.ts";

const accountSaid = (code: string) => (code === ownAccount ? "The record's own account" : code);
const parts: readonly LinePart<RuleLine>[] = [
  { label: "Event", as: "title", cell: (l) => postingEvents[l.event].label },
  { label: "Side", cell: (l) => sides[l.side] },
  { label: "Account", cell: (l) => accountSaid(l.account) },
  { label: "Amount", cell: (l) => measures[l.measure] },
];

const eventOptions = Object.entries(postingEvents).map(([value, { label }]) => ({ value, label }));

function Draft({ of, onClose }: { of: RulesRow; onClose: () => void }) {
  const isDraft = of.status === "draft";
  return (
    <PostDialog<{ name: string; rules: RuleLine[] }>
      title={isDraft ? "Change the draft" : "Draft the next version"}
      description={`${ownAccount} stands for the account of the record's own account string.`}
      path={
        isDraft
          ? `/api/v1/posting-rules/${of.id}`
          : `/api/v1/posting-rules?nextVersionOf=${of.definitionId}`
      }
      method={isDraft ? "PATCH" : "POST"}
      {...(isDraft ? { version: of.version } : {})}
      submit="Save draft"
      values={{ name: of.name, rules: of.rules }}
      nouns={["posting-rules"]}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required maxLength={120} />
      <LineItems
        name="rules"
        label="Lines"
        blank={() => ({ event: "invoice", side: "debit", account: "", measure: "amount" })}
        min={2}
        columns={[
          { name: "event", label: "Event", kind: "select", options: eventOptions, required: true },
          { name: "side", label: "Side", kind: "select", options: options(sides), required: true },
          { name: "account", label: "Account", kind: "text", required: true },
          {
            name: "measure",
            label: "Amount",
            kind: "select",
            options: options(measures),
            required: true,
          },
        ]}
      />
    </PostDialog>
  );
}

/** How what happens in the records becomes entries of the general ledger. */
export default function RulesPage() {
  const { can } = useAuth();
  const [changing, setChanging] = useState<RulesRow | null>(null);
  const found = useGet<{ items: RulesRow[] }>("posting-rules", "/api/v1/posting-rules");
  const versions = found.data?.items ?? [];
  const inForce = versions.find((v) => v.status === "published");
  const draft = versions.find((v) => v.status === "draft");
  return (
    <>
      <BudgetNav />
      <div className="stack">
        <header>
          <h1>Posting rules</h1>
          <p className="finding" role="status">
            {inForce
              ? `${inForce.name}, version ${inForce.versionNo}, is in force: every entry of the general ledger keeps the version that wrote it.`
              : "No rules are in force: nothing is posted until a version is published."}
          </p>
        </header>
        {found.isPending && <RecordSkeleton />}
        {found.error && <ErrorPanel error={found.error} what="The posting rules" />}
        {inForce && (
          <Panel title="In force" flush>
            <LineTable
              label="Posting rules in force"
              parts={parts}
              lines={inForce.rules}
              keyOf={(l) => `${l.event} ${l.side} ${l.account} ${l.measure}`}
            />
          </Panel>
        )}
        {versions.length > 0 && (
          <Panel
            title="Versions"
            flush
            aside={
              can("books.rules") && (draft ?? inForce) ? (
                <button
                  type="button"
                  className="btn btn-primary"
                  onClick={() => setChanging(draft ?? inForce ?? null)}
                >
                  {draft ? "Change the draft" : "Draft the next version"}
                </button>
              ) : null
            }
          >
            <DefinitionList<RulesRow>
              path="/api/v1/posting-rules"
              all={versions}
              shown={versions}
              what="posting rules"
              mayChange={can("books.publish")}
              edit="Read"
              to={() => "#versions"}
              about={(v) => `${v.rules.length} lines`}
              texts={{
                publish:
                  "What is posted from now on follows this version; what is posted already stays.",
                retire: "Without rules in force nothing is posted: it waits under Not posted.",
              }}
              unchanging="Entries keep the version that posted them."
            />
          </Panel>
        )}
      </div>
      {changing && <Draft of={changing} onClose={() => setChanging(null)} />}
    </>
  );
}
