// SPDX-License-Identifier: Apache-2.0
// The library from Rust, by the declarations that it needs of redact/redact.h. Prints its argument, redacted.
use std::ffi::{c_char, c_int, c_void, CStr};
use std::mem::{size_of, zeroed};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Error {
    size: usize,
    message: [c_char; 248],
}

// The whole struct: the library reads `size` bytes of it.
#[repr(C)]
struct Document {
    size: usize,
    config: *const c_void,
    text: *const u8,
    text_size: usize,
    format: c_int,
    detect: c_int,
    names: [*const c_char; 3], // of the file, the document and the patient
    known: *const c_void,
    known_size: usize,
    timeout_ms: u32,
    flags: [c_int; 5],
}

#[link(name = "redact")]
extern "C" {
    fn redact_model_open(options: *const c_void, model: *mut *mut c_void, error: *mut Error) -> c_int;
    fn redact_config_open(model: *const c_void, options: *const c_void, config: *mut *mut c_void, error: *mut Error) -> c_int;
    fn redact_redactor_open(model: *const c_void, options: *const c_void, redactor: *mut *mut c_void, error: *mut Error) -> c_int;
    fn redact_run(redactor: *mut c_void, document: *const Document, result: *mut *mut c_void, error: *mut Error) -> c_int;
    fn redact_result_output(result: *const c_void, size: *mut usize) -> *const u8;
}

fn redact(text: &str) -> Result<String, String> {
    unsafe {
        let mut error: Error = zeroed();
        error.size = size_of::<Error>();
        let check = |status: c_int, error: &Error| match status {
            0 => Ok(()),
            _ => Err(CStr::from_ptr(error.message.as_ptr()).to_string_lossy().into_owned()),
        };
        let (mut model, mut config, mut redactor, mut result) = (null_mut(), null_mut(), null_mut(), null_mut());
        check(redact_model_open(null(), &mut model, &mut error), &error)?;
        check(redact_config_open(model, null(), &mut config, &mut error), &error)?;
        check(redact_redactor_open(model, null(), &mut redactor, &mut error), &error)?;
        let document = Document { size: size_of::<Document>(), config, text: text.as_ptr(), text_size: text.len(), ..zeroed() };
        check(redact_run(redactor, &document, &mut result, &mut error), &error)?;
        let mut size = 0;
        let output = redact_result_output(result, &mut size);
        // The handles live as long as the process here; redact_*_free ends them.
        Ok(String::from_utf8_lossy(std::slice::from_raw_parts(output, size)).into_owned())
    }
}

fn main() {
    let text = std::env::args().nth(1).unwrap_or_default();
    match redact(&text) {
        Ok(redacted) => println!("{redacted}"),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(1);
        }
    }
}
