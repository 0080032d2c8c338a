export { DisasterMoney } from "./award/DisasterMoney.tsx";
