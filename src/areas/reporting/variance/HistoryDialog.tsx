import { Dialog } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { HistoryTab, type HistoryItem } from "#web/kit/record/HistoryTab.tsx";

/** What an explanation said before, who wrote it and when. */
export function HistoryDialog({
  id,
  name,
  onClose,
}: {
  id: string;
  name: string;
  onClose: () => void;
}) {
  const { data, error, refetch } = useGet<{ items: HistoryItem[] }>(
    "variance-explanations",
    `/api/v1/variance-explanations/${id}/history`,
    { anew: true },
  );
  return (
    <Dialog title={`Explanation of ${name}`} className="dialog dialog-wide" onClose={onClose}>
      <HistoryTab
        items={data?.items}
        error={error}
        onRetry={() => void refetch()}
        statuses={{}}
        labels={{ write: { label: "Explained" }, change: { label: "Changed" } }}
        number={name}
      />
    </Dialog>
  );
}
