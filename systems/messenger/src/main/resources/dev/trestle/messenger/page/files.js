// Photos and files: uploads, and those of messages.
import { ApiError } from '/shared/api.js';
import { ROOT } from '/shared/session.js';

const PREVIEWS_MAX = 300;
const SAVED_AFTER_MS = 60_000;

/** The files of messages, as far as this page has loaded them. */
export class Files {
  /** Promises of data addresses, by file id. */
  #previews = new Map();
  #limits;

  constructor(session) {
    this.session = session;
  }

  /** The largest file that the server accepts; any, if the server cannot be asked. */
  async bytesMax() {
    this.#limits ??= this.session.one('/').then(({ limits }) => limits.file_bytes);
    try {
      return await this.#limits;
    } catch {
      this.#limits = undefined;
      return Infinity;
    }
  }

  /** A thumbnail of a photo, as an address for an image. */
  preview(chatId, { file_id: id }) {
    const known = this.#previews.get(id);
    if (known) return known;
    if (this.#previews.size >= PREVIEWS_MAX) this.#previews.delete(this.#previews.keys().next().value);
    const loading = this.#load(`/chats/${chatId}/files/${id}/preview`).then(address);
    loading.catch(() => this.#previews.delete(id));
    this.#previews.set(id, loading);
    return loading;
  }

  /** The whole photo, as an address for an image. */
  async photo(chatId, file) {
    return address(await this.blob(chatId, file));
  }

  blob(chatId, { file_id: id }) {
    return this.#load(`/chats/${chatId}/files/${id}`);
  }

  /** Saves a file on the user's device. */
  async save(chatId, file) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await this.blob(chatId, file));
    link.download = file.is_photo ? file.name.replace(/(\.\w{1,5})?$/u, '.jpg') : file.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVED_AFTER_MS);
  }

  async #load(path) {
    try {
      return await this.session.download(path);
    } catch (error) {
      const text = error.status === 404 ? 'This file is no longer available.' : 'The file could not be loaded.';
      throw new ApiError(error.status ?? 0, error.code ?? 'OFFLINE', text, {}, '');
    }
  }

  /** Uploads a file; `progress` is called with the share that was sent. Returns what a message shows. */
  upload(chatId, file, progress) {
    return this.#send('POST', `/chats/${chatId}/files?name=${encodeURIComponent(file.name)}`, file, progress);
  }

  /** Makes a photo the user's picture; returns {picture_id}. */
  putPicture(photo) {
    return this.#send('PUT', '/profile/picture', photo, () => {});
  }

  async #send(method, path, file, progress) {
    const token = await this.session.token().catch((error) => {
      throw Object.assign(error, { isUnknown: error.offline });
    });
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, ROOT + path);
      request.setRequestHeader('Authorization', `Bearer ${token}`);
      request.setRequestHeader('X-Device-ID', this.session.device);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
      request.onload = () => {
        if (request.status === 200 || request.status === 201) resolve(request.response.data);
        else reject(refusal(request));
      };
      request.onerror = request.onabort = request.ontimeout = () => reject(refusal(request));
      request.send(file);
    });
  }
}

/** The error of a failed upload, as the socket reports errors. */
function refusal({ status, response }) {
  const { code = 'FAILED', message = 'The file could not be sent.', details } = response?.error ?? {};
  const error = new Error(details?.field_errors?.[0]?.message ?? message);
  error.code = code;
  error.isUnknown = status === 0 || [408, 502, 503, 504].includes(status);
  return error;
}

/** A data address: pages load images from themselves only. */
export function address(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Whether the page can show a local file as an image. */
export function isImage(file) {
  return ['image/jpeg', 'image/png', 'image/webp'].includes(file.type);
}
