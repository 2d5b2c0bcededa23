// The texts about this browser, in Simplified Chinese.
import type { HereWords } from "./here-en.ts";

export const hereZhHans: HereWords = {
  pin: {
    label: "PIN 码",
    open: "打开",
    lead: "输入您的 PIN 码，或打开您的个人链接。",
    wrong: "PIN 码不对。",
    wait: (time) => `PIN 码不对。请在 ${time}后再试。`,
    checking: "正在核对…",
    choose: "这台电脑上的 PIN 码（可不填）",
    hint: "4 到 12 位数字。有了它，没有链接、没有网络也能回到这里。",
    shape: "PIN 码是 4 到 12 位数字。",
    title: "这台电脑上的 PIN 码",
    none: "没有设置 PIN 码。您的链接可以打开您在这里的工作。",
    set: "已设置 PIN 码。PIN 码或您的链接可以打开您在这里的工作。",
    fresh: "新的 PIN 码",
    keep: "保存这个 PIN 码",
    drop: "去掉 PIN 码",
    honest: "PIN 码能防止别人打开这个页面，但不会加密浏览器里保存的内容。",
  },
  lost: {
    here: "这个浏览器丢失了为您保存的内容",
    hereLead: (unsent, since) =>
      `${since === undefined ? "" : `服务器上次收到它的消息是在 ${since}。`}${
        unsent > 0 ? `其中 ${unsent} 个尚未发送的回答丢失了。` : "此后在这里回答而没有发送的内容丢失了。"
      }已发送的都已取回。`,
    maybe: "您以前在另一个浏览器上工作过",
    maybeLead: (unsent, since) =>
      `${since === undefined ? "" : `服务器上次收到它的消息是在 ${since}。`}${
        unsent > 0 ? `还有 ${unsent} 个回答只在那里。请在那里打开一次 Countersign，把它们发出去。` : ""
      }如果那就是这个浏览器，说明它的数据被清除了，没有发送的内容已丢失。已发送的都在这里。`,
    tell: "如果缺少回答，请告诉您的协调员。",
    understood: "知道了",
    gone: (n) => `服务器丢失了您的 ${n} 个回答`,
    goneLead:
      "服务器被恢复到较旧的备份。这些回答早已发送，本机不再保存。它们现在重新待答。请再回答一次；您的协调员也会得知。",
    goneItems: (study, items) => `${study}：第 ${items} 项`,
    empty: "这个浏览器丢失了为您保存的工作",
    emptyLead: "请再次打开您的个人链接。已发送的内容都会回来。",
    door: "这个浏览器丢失了保存的内容",
    doorLead: "有人在这里工作过，浏览器清除了数据。已发送的内容在服务器上。请打开您的个人链接继续。",
  },
  storage: {
    kept: "浏览器已承诺保留这里存储的内容。",
    mayClear: "空间不足时，浏览器可能清除这里存储的内容。",
    mayClearLead: "请经常发送回答，不要清除浏览器数据。",
    used: (used, of) => `已用 ${used}，共 ${of}`,
    title: "存储",
    unsent: "查看未发送的回答",
  },
  stuck: {
    reasons: {
      quarantined: "服务器已收到，但无法计入。您的协调员能看到它。",
      refused: "服务器无法读取它。",
      unacceptable: "服务器收到它时出错。",
      "too-large": "它太大，无法发送。",
    },
    said: (problem) => `服务器说：${problem}`,
    retry: (when) => `将在 ${when} 再试。`,
    item: (n, when) => `第 ${n} 个回答，作于 ${when}`,
    way: "请把未发送的回答存成文件，交给您的协调员。",
  },
  wrongLink: {
    mine: "继续这台电脑上的工作",
    start: "回到首页",
    ask: "您的协调员可以为您生成新的链接。请写信给协调员，或问给您链接的人。",
  },
};
