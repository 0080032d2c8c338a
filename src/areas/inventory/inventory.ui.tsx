export { ArrivingTransfers } from "./transfer/ArrivingTransfers.tsx";
export { StoresOffer } from "./request/StoresOffer.tsx";
