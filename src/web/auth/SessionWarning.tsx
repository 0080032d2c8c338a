import { Dialog } from "../kit/overlays.tsx";

/** The warning five minutes before a session ends (SPEC 8). */
export default function SessionWarning({
  onStay,
  onLeave,
}: {
  onStay: () => void;
  onLeave: () => void;
}) {
  return (
    <Dialog
      onClose={onStay}
      title="Session Expiring Soon"
      description="Your session will expire in 5 minutes due to inactivity."
      footer={
        <>
          <button type="button" className="btn" onClick={onLeave}>
            Sign out now
          </button>
          <button type="button" className="btn btn-primary" autoFocus onClick={onStay}>
            Stay signed in
          </button>
        </>
      }
    >
      <p className="text-t2">What you typed is kept as a draft either way.</p>
    </Dialog>
  );
}
