import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState } from "#web/kit/states.tsx";
import { flowKinds, type FlowKind } from "../definition/flow.labels.ts";
import type { FlowParts, FlowVersion } from "../definition/flow.model.ts";
import { triggerWords } from "../definition/words.labels.ts";

const path = "/api/v1/flow-definitions";
/** What publishing or retiring a workflow does. */
export const flowStepTexts = {
  publish:
    "It begins runs from now on, with what you may do. The version before it is retired; runs keep the version that they began with.",
  retire: "It begins no more runs. Those under way go on to their end.",
};
const openTo = (flow: FlowVersion) =>
  pathTo(flow.kind === "rule" ? "flowRule" : "flowEdit", { id: flow.id });

function About({ flow, parts }: { flow: FlowVersion; parts: FlowParts | undefined }) {
  const start = flow.nodes.find((node) => node.kind === "start");
  return (
    <>
      <p className="text-13 text-t3">
        {flowKinds[flow.kind]} · {counted(flow.nodes.length, "step")}
        {start && ` · ${triggerWords(start.trigger, parts)}`}
        {flow.status === "published" && (
          <>
            {" · "}
            <Link to={`${pathTo("flowRuns")}?flow=${flow.definitionId}`}>Its runs</Link>
          </>
        )}
      </p>
      {flow.about && <p className="text-t2">{flow.about}</p>}
    </>
  );
}

/** Workflows or auto rules that are drafts or in force, and what can be done with each. */
export function FlowRows({ all, kind }: { all: readonly FlowVersion[]; kind: FlowKind | null }) {
  const { can } = useAuth();
  const parts = useGet<FlowParts>("flow-parts", "/api/v1/flow-parts");
  const shown = all.filter(
    (flow) => flow.status !== "retired" && (kind === null || flow.kind === kind),
  );
  if (shown.length === 0)
    return (
      <EmptyState
        kind="first-use"
        title={kind === "rule" ? "No auto rules yet" : "No workflows yet"}
      >
        {kind === "rule"
          ? "Write the first one: when something happens, if something holds, then one thing is done."
          : "Design the first one, or import one that another agency gave you as a file."}
      </EmptyState>
    );
  return (
    <DefinitionList
      path={path}
      what="workflow"
      all={all}
      shown={shown}
      texts={flowStepTexts}
      unchanging="Published versions never change. Runs keep the version that they began with."
      to={openTo}
      edit="Design"
      mayChange={can("flow.design")}
      about={(flow) => <About flow={flow} parts={parts.data} />}
    />
  );
}
