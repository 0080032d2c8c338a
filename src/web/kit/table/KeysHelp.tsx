import { shownAs } from "#kernel/keys/binding.ts";
import { coreActions } from "#kernel/keys/core.ts";
import { useKeys } from "../keys/useKeys.ts";
import { Dialog } from "../overlays.tsx";
import { Fact, Facts } from "../record/Facts.tsx";

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
      <Facts>
        {shown
          .filter(({ id }) => keys.has(id))
          .map(({ id, label }) => (
            <Fact key={id} label={label}>
              <kbd className="kbd">{shownAs(keys.get(id)!)}</kbd>
            </Fact>
          ))}
      </Facts>
    </Dialog>
  );
}
