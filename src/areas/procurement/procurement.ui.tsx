export { InsurancePanel } from "./insurance/InsurancePanel.tsx";
export { StageBoard } from "./board/StageBoard.tsx";
export { OrdersUnder } from "./order/OrdersUnder.tsx";
