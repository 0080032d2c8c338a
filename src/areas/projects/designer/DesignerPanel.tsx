import { formatDate, formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import { decisions, submittalStatuses } from "../submittal/submittal.labels.ts";
import type { DesignerOf } from "./designer.model.ts";

type Props = { designer: DesignerOf; onOpen: (fileId: string) => void };

/** Who has a question or a submittal outside, and what came back and waits to be taken over. */
export function DesignerPanel({ designer: d, onOpen }: Props) {
  const { timeZone } = useAgency();
  const files = d.files.map((file) => (
    <button key={file.id} type="button" className="mr-3 text-link" onClick={() => onOpen(file.id)}>
      {file.name}
    </button>
  ));
  return (
    <Panel title={d.answeredAt ? "What the designer answered" : "With a designer"}>
      <Facts
        rows={[
          ["Designer", [d.name, d.firm, d.email].filter(Boolean).join(", ")],
          ["Recommends", d.recommendation && submittalStatuses[decisions[d.recommendation]].label],
          ["Answer", d.answer],
          ["Files", files],
          ["Answered", d.answeredAt && formatInstant(d.answeredAt, timeZone)],
          ["Sent", `${formatInstant(d.sentAt, timeZone)}, ${d.sentByName}`],
          ["Link works until", formatDate(d.untilOn)],
        ]}
      />
    </Panel>
  );
}
