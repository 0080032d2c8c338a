import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { RuleRow } from "../alarm/alarm.model.ts";
import { ruleInWords } from "./rule-words.ts";

const path = "/api/v1/device-alarm-rules";
const ImportDialog = dialogOnDemand(
  async () => (await import("#web/kit/definition/ImportDialog.tsx")).ImportDialog,
);
const RuleDialog = dialogOnDemand(async () => (await import("./RuleDialog.tsx")).RuleDialog);
const texts = {
  publish:
    "From now on it judges what devices send. Alarms that an earlier version raised keep it.",
  retire: "It raises nothing any more, and its alarms that are not over are cleared.",
};

const about = (rule: RuleRow) => <p className="text-13 text-t3">{ruleInWords(rule)}</p>;

function Rules({ all, mayChange }: { all: readonly RuleRow[]; mayChange: boolean }) {
  const shown = all.filter((each) => each.status !== "retired");
  const inForce = all.filter(({ status }) => status === "published").length;
  if (shown.length === 0)
    return (
      <EmptyState kind="first-use" title="No rule yet">
        A rule says when a device raises an alarm, and what that causes. Try it on what was read
        already before you publish it.
      </EmptyState>
    );
  return (
    <>
      <p>{counted(inForce, "rule is", "rules are")} in force.</p>
      <DefinitionList
        path={path}
        what="alarm rule"
        all={all}
        shown={shown}
        texts={texts}
        unchanging="Published versions never change. An alarm keeps the version that raised it."
        mayChange={mayChange}
        to={({ id }) => pathTo("deviceRule", { id })}
        edit="Open"
        about={about}
      />
    </>
  );
}

/** When devices raise alarms. */
export default function RulesPage() {
  const navigate = useNavigate();
  const { can } = useAuth();
  const [asked, setAsked] = useState<"import" | "new" | null>(null);
  const list = useGet<{ items: RuleRow[] }>("device-alarm-rules", path, { first: true });
  const may = can("device.keep");
  return (
    <div className="stack">
      <div className="list-head !mb-0">
        <h1>Alarm rules</h1>
        {may && (
          <>
            <button type="button" className="btn" onClick={() => setAsked("import")}>
              <Upload aria-hidden="true" />
              Import
            </button>
            <button type="button" className="btn btn-primary" onClick={() => setAsked("new")}>
              <Plus aria-hidden="true" />
              New rule
            </button>
          </>
        )}
      </div>
      {list.isPending && <TableSkeleton columns={2} label="Loading the rules" />}
      {list.isError && (
        <ErrorPanel error={list.error} what="The rules" onRetry={() => void list.refetch()} />
      )}
      {list.data && <Rules all={list.data.items} mayChange={may} />}
      {asked === "import" && (
        <ImportDialog path={path} what="alarm rule" onClose={() => setAsked(null)} />
      )}
      {asked === "new" && (
        <RuleDialog
          rule={null}
          devices={[]}
          onClose={() => setAsked(null)}
          onDone={({ id }) => void navigate(pathTo("deviceRule", { id }))}
        />
      )}
    </div>
  );
}
