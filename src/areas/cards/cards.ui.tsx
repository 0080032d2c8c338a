export { CardsTab } from "./screens/CardsTab.tsx";
