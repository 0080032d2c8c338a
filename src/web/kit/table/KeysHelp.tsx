import { Dialog } from "../overlays.tsx";

const keys = [
  ["/", "Search"],
  ["J", "Next row"],
  ["K", "Previous row"],
  ["X", "Select the row"],
  ["Enter", "Open the record"],
  ["Space", "Look at it beside the list"],
  ["C", "Create"],
  ["Ctrl K", "Commands"],
  ["Ctrl B", "Sidebar"],
  ["?", "This help"],
] as const;

/** The keys of a list. */
export function KeysHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys"
      description="They work while you are not typing. Settings can switch them off."
    >
      <dl className="facts">
        {keys.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="!text-t1">{what}</dt>
            <dd>
              <kbd className="kbd">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
