import { useState } from "react";
import { dropDraft, keepDraft, readDraft } from "#web/kit/form/draft.ts";
import type { Graph } from "../definition/flow.labels.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { blankGraph } from "./edit.labels.ts";

export type Draft = Graph & { name: string; about: string };

const draftOf = (flow: FlowVersion | null): Draft => ({
  name: flow?.name ?? "",
  about: flow?.about ?? "",
  nodes: flow?.nodes ?? blankGraph.nodes,
  edges: flow?.edges ?? blankGraph.edges,
});

/**
 * What is drawn and not saved yet stays on this device, for this person and this state of the
 * version, until it is saved or dropped.
 */
export const useKeptDraft = (flow: FlowVersion | null) => {
  const key = `flow-${flow?.id ?? "new"}-${flow?.version ?? 0}`;
  const [kept, setKept] = useState(() => readDraft<Draft>(key));
  const [draft, setDraft] = useState<Draft>(() => kept?.values ?? draftOf(flow));
  return {
    draft,
    /** It is not what is stored. */
    unsaved: JSON.stringify(draft) !== JSON.stringify(draftOf(flow)),
    /** It was drawn earlier and is shown again. */
    restored: kept !== null,
    change: (next: Draft) => {
      setDraft(next);
      keepDraft(key, next);
    },
    saved: () => dropDraft(key),
    drop: () => {
      dropDraft(key);
      setKept(null);
      setDraft(draftOf(flow));
    },
  };
};
