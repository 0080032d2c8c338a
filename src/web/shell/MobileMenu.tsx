import { Dialog } from "../kit/overlays.tsx";
import Sidebar from "./Sidebar.tsx";

/** The sidebar as a slide-over panel on phones. */
export default function MobileMenu({
  open,
  onOpenChange,
  counts,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  counts: Record<string, number>;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" hideTitle className="slide-over">
      <Sidebar collapsed={false} counts={counts} onNavigate={() => onOpenChange(false)} />
    </Dialog>
  );
}
