import { shownAs } from "#kernel/keys/binding.ts";
import { coreActions } from "#kernel/keys/core.ts";
import { useKeys } from "../keys/useKeys.ts";
import { Dialog } from "../overlays.tsx";

const shown = coreActions.filter((action) => action.where !== "inbox");

/** The keys of a list. */
export function KeysHelp({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const keys = useKeys();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keys"
      description="They work while you are not typing. Settings can switch them off."
    >
      <dl className="facts">
        {shown
          .filter(({ id }) => keys.has(id))
          .map(({ id, label }) => (
            <div key={id} className="contents">
              <dt className="!text-t1">{label}</dt>
              <dd>
                <kbd className="kbd">{shownAs(keys.get(id)!)}</kbd>
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
}
