import { StageBoard } from "./StageBoard.tsx";

/** Everything between need and payment, by stage. */
export default function ProcurementBoard() {
  return (
    <StageBoard
      title="Procurement board"
      noun="procurement-board"
      path="/api/v1/procurement-board"
    />
  );
}
