import { useState } from "react";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { dialogOnDemand, type MenuEntry } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { FlowVersion } from "../definition/flow.model.ts";
import { byHandAbout, type AboutRecord } from "./records.labels.ts";

const StartRun = dialogOnDemand(async () => (await import("./StartRun.tsx")).StartRun);

/**
 * Begins a workflow on the record of a page: an entry of the record's menu, for whoever may begin
 * one and where one in force is begun by hand about records of this noun, and the dialog for it.
 */
export const useBeginFlow = (noun: string) => {
  const { can } = useAuth();
  const [about, setAbout] = useState<AboutRecord | null>(null);
  const list = useGet<{ items: FlowVersion[] }>("flow-definitions", "/api/v1/flow-definitions", {
    enabled: can("flow.start"),
  });
  const flows = byHandAbout(list.data?.items ?? [], noun);
  return {
    menu: (record: AboutRecord): MenuEntry[] =>
      flows.length > 0 ? [{ label: "Begin a workflow", onSelect: () => setAbout(record) }] : [],
    dialog: about && <StartRun flows={flows} about={about} onClose={() => setAbout(null)} />,
  };
};
