// Starts the page: brightness before the first paint, the service worker, delivery of what is unsent, then the shell.
import "./ui/tokens.css";
import "./ui/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startDelivery } from "#client/outbox/delivery";
import { followTheme } from "#client/ui/preferences";
import { registerWorker } from "#client/worker/register";
import { App } from "./app.tsx";

followTheme();
const root = document.getElementById("root");
if (root === null) throw new Error("the page has no #root");
const secure = window.isSecureContext;
createRoot(root).render(
  <StrictMode>
    <App {...(secure ? { delivery: startDelivery(), updates: registerWorker() } : {})} />
  </StrictMode>,
);
