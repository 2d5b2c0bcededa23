// What a person sees when a screen breaks: words and a way on, never a stack. The fault itself goes to the console.
import { Component, type ReactNode } from "react";
import type { Words } from "#client/words/en";
import { useWords } from "#client/words/words";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "./page.tsx";

interface BoundaryProps {
  readonly words: Words;
  readonly children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    if (!this.state.broken) return this.props.children;
    const { words } = this.props;
    return (
      <Page box>
        <Notice
          kind="bad"
          title={words.failure.title}
          actions={
            <Button kind="main" onClick={() => location.reload()}>
              {words.common.reload}
            </Button>
          }
        >
          <p>{words.failure.lead}</p>
        </Notice>
      </Page>
    );
  }
}

export const Failure = ({ children }: { readonly children: ReactNode }) => (
  <Boundary words={useWords()}>{children}</Boundary>
);
